import type { RollLine } from '../../../catalogue/contract/archive/roll.ts'
import { mostCodes } from '../../../catalogue/contract/administration/office-accounts.ts'
import { PrintMany } from '../../engine/forms/index.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { accountsPath } from './links.ts'

/** What can be done for several people at once: their accounts, on the page that keeps accounts. */
export function ChosenBar({ lines, onClear }: { lines: readonly RollLine[]; onClear: () => void }) {
  const to = accountsPath(lines.map(({ teacherId }) => teacherId))
  const many = lines.length > mostCodes
  return (
    <StickyBar note={<b>已选 {lines.length} 人</b>}>
      <Button look="text" onClick={onClear}>
        清除
      </Button>
      <PrintMany of={{ teacherIds: lines.map(({ teacherId }) => teacherId) }} />
      {many && <span className="x-soft">一次最多 {mostCodes} 人</span>}
      {to !== null && !many && (
        <ButtonLink look="primary" to={to}>
          重置密码、发一次性密码
        </ButtonLink>
      )}
    </StickyBar>
  )
}
