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

type OnIssued = (codes: IssuedCodes) => void

/** Asks, and gives one-time passwords to these accounts. */
export function useAskedCodes(onIssued: OnIssued) {
  const codes = useCodes()
  const issue = async (lines: readonly OfficeAccountLine[], whom: string) => {
    const text =
      '原来的密码立即失效，已登录的会下线。接通短信的一次性密码发到本人手机，其他的显示一次供打印，24 小时内可登录一次。'
    if (!(await confirm({ title: `给${whom}发一次性密码？`, text, ok: '发一次性密码' }))) return
    try {
      onIssued(await codes.mutateAsync(lines.map(({ identityId }) => identityId)))
    } catch (error) {
      notify.warn(sentenceOf(error))
    }
  }
  return { issue, busy: codes.isPending }
}

/** One-time passwords for all accounts of the page that are in use. */
export function CodesForAll(props: {
  page: { readonly list: readonly OfficeAccountLine[]; readonly total: number }
  onIssued: OnIssued
}) {
  const { issue, busy } = useAskedCodes(props.onIssued)
  const lines = props.page.list.filter(({ status }) => status !== '0')
  if (lines.length === 0) return null
  const whom = `${lines.length < props.page.total ? '本页' : '这'} ${lines.length} 位`
  return (
    <p>
      <Button look="primary" busy={busy} onClick={() => void issue(lines, whom)}>
        给{whom}发一次性密码
      </Button>
    </p>
  )
}

/** One-time passwords for the chosen accounts. */
export function CodesBar(props: {
  lines: readonly OfficeAccountLine[]
  onClear: () => void
  onIssued: OnIssued
}) {
  const { lines, onClear, onIssued } = props
  const { issue, busy } = useAskedCodes(onIssued)
  const many = lines.length > mostCodes
  return (
    <StickyBar note={<b>已选 {lines.length} 个账号</b>}>
      <Button look="text" onClick={onClear}>
        清除
      </Button>
      {many && <span className="x-soft">一次最多 {mostCodes} 个</span>}
      <Button
        look="primary"
        busy={busy}
        disabled={many}
        onClick={() => void issue(lines, ` ${lines.length} 个账号`)}
      >
        发一次性密码
      </Button>
    </StickyBar>
  )
}
