/**
 * Whether a reload would lose what a person typed or chose on the page. Forms with unsaved values report
 * themselves; fields without such a report (a reason, a filter) are noticed when they change.
 */
const holders = new Set<object>()
let changedAt: string | null = null

const noteChange = () => (changedAt = location.pathname)
/** Choices of the component library are made by clicks and send no `change`. */
const choices = '[role="option"], .ant-select-item, .ant-picker-cell, [draggable="true"]'

for (const kind of ['input', 'change'] as const) document.addEventListener(kind, noteChange, true)
document.addEventListener(
  'click',
  ({ target }) => {
    if (target instanceof Element && target.closest(choices)) noteChange()
  },
  true,
)

/** Says that a form has unsaved values; the answer takes that back. */
export function holdUnsaved(): () => void {
  const holder = {}
  holders.add(holder)
  return () => void holders.delete(holder)
}

/** True while the page has unsaved values, changed fields or an open dialog. */
export const mayLose = (): boolean =>
  holders.size > 0 || changedAt === location.pathname || document.querySelector('dialog[open]') !== null
