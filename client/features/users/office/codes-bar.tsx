import {
  mostCodes,
  type IssuedCodes,
  type OfficeAccountLine,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { StickyBar } from '../../../ui/layout/sticky-bar.tsx'
import { useCodes } from './use-accounts.ts'

/** One-time passwords for the chosen accounts. */
export function CodesBar(props: {
  lines: readonly OfficeAccountLine[]
  onClear: () => void
  onIssued: (codes: IssuedCodes) => void
}) {
  const { lines, onClear, onIssued } = props
  const codes = useCodes()
  const run = async () => {
    const text =
      '原来的密码立即失效，已登录的会下线。接通短信的一次性密码发到本人手机，其他的显示一次供打印，24 小时内可登录一次。'
    const title = `给 ${lines.length} 个账号发一次性密码？`
    if (!(await confirm({ title, text, ok: '发一次性密码' }))) return
    try {
      onIssued(await codes.mutateAsync(lines.map(({ identityId }) => identityId)))
    } catch (error) {
      notify.warn(sentenceOf(error))
    }
  }
  const many = lines.length > mostCodes
  return (
    <StickyBar note={<b>已选 {lines.length} 个账号</b>}>
      <Button look="text" onClick={onClear}>
        清除
      </Button>
      {many && <span className="x-soft">一次最多 {mostCodes} 个</span>}
      <Button look="primary" busy={codes.isPending} disabled={many} onClick={() => void run()}>
        发一次性密码
      </Button>
    </StickyBar>
  )
}
