import { Icon } from '../../ui/look/icon.tsx'

const steps = ['上传文件', '校验', '核对与改错', '导入'] as const

/** How far an import is; `done`: all of it. */
export function Steps({ current, done = false }: { current: number; done?: boolean }) {
  return (
    <ol className="import-steps" aria-label="导入步骤">
      {steps.map((label, at) => {
        const passed = done || at < current
        return (
          <li
            key={label}
            aria-current={!done && at === current ? 'step' : undefined}
            data-passed={passed || undefined}
          >
            <span className="import-step-mark" aria-hidden="true">
              {passed ? <Icon name="check" /> : at + 1}
            </span>
            <span>
              {label}
              {passed && <span className="x-hidden">（已完成）</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
