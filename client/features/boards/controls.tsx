import type { ReactNode } from 'react'
import type { Screen } from '../../../catalogue/contract/analysis/boards.ts'
import { Icon, type IconName } from '../../ui/look/icon.tsx'
import type { KeyActs } from './use-keys.ts'

interface ControlsProps {
  readonly screen: Screen
  readonly page: number
  readonly onPage: (page: number) => void
  /** Steps of the tour; one is none. */
  readonly steps: number
  readonly running: boolean
  readonly asTable: boolean
  readonly acts: KeyActs
  readonly back: ReactNode
}

function Control(props: {
  label: string
  keys: string
  icon: IconName
  pressed?: boolean
  onClick: () => void
}) {
  const { label, keys, icon, pressed, onClick } = props
  return (
    <button type="button" aria-pressed={pressed} title={`${label}（${keys}）`} onClick={onClick}>
      <Icon name={icon} />
      {label}
    </button>
  )
}

/** How the figures are counted, and at the right what one can do; it fades while nobody is there. */
export function BoardControls(props: ControlsProps) {
  const { screen, page, onPage, steps, running, asTable, acts, back } = props
  const { pages } = screen.layout
  return (
    <footer className="bd-foot">
      <p>
        统计时点 {screen.on}　按人事关系{'　'}
        {screen.audience === 'inner' ? '内部数据，请勿对外公开' : '不足 5 人的显示 <5，相邻人数按 5 取整'}
      </p>
      <div className="bd-controls">
        {back}
        {pages.length > 1 && (
          <nav aria-label="页">
            {pages.map(({ title }, index) => (
              <button key={title} type="button" aria-pressed={index === page} onClick={() => onPage(index)}>
                {title}
              </button>
            ))}
          </nav>
        )}
        {steps > 1 && (
          <span>
            <Control label="上一步" keys="←" icon="left" onClick={acts.previous} />
            <Control
              label={running ? '暂停' : '巡回'}
              keys="空格"
              icon={running ? 'pause' : 'play'}
              pressed={running}
              onClick={acts.toggleTour}
            />
            <Control label="下一步" keys="→" icon="right" onClick={acts.next} />
          </span>
        )}
        <Control label="表" keys="T" icon="table" pressed={asTable} onClick={acts.toggleTable} />
        <Control label="全屏" keys="F" icon="full" onClick={acts.toggleFull} />
      </div>
    </footer>
  )
}
