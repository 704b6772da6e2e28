import { prefer, usePreferences } from '../../platform/storage/preferences.ts'
import { Icon } from './icon.tsx'

/** 长者模式, in every header; remembered on this device. GB/T 37668 wants it seen without a search. */
export function ElderSwitch() {
  const { elder } = usePreferences()
  return (
    <button
      type="button"
      className="x-switch"
      title="长者模式"
      aria-pressed={elder}
      onClick={() => prefer({ elder: !elder })}
    >
      <Icon name="elder" />
      <span>长者模式</span>
    </button>
  )
}

/** 高对比度 and dark; remembered on this device. */
export function DarkSwitches() {
  const { dark, contrast } = usePreferences()
  return (
    <>
      <button
        type="button"
        className="x-switch"
        title="高对比度"
        aria-pressed={contrast}
        onClick={() => prefer({ contrast: !contrast })}
      >
        <Icon name="contrast" />
        <span>高对比度</span>
      </button>
      <button
        type="button"
        className="x-switch"
        title="深色"
        aria-pressed={dark}
        onClick={() => prefer({ dark: !dark })}
      >
        <Icon name={dark ? 'sun' : 'moon'} />
        <span>深色</span>
      </button>
    </>
  )
}

/** All of them side by side. */
export function DisplaySwitches() {
  return (
    <>
      <ElderSwitch />
      <DarkSwitches />
    </>
  )
}
