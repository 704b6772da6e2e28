import type {
  IssuedCodes,
  OfficeAccountLine,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { useAskedCodes } from './codes-bar.tsx'
import { useAccountAct, type OfficeAct } from './use-accounts.ts'

interface Words {
  readonly word: string
  readonly said: string
  /** What is said before, where it keeps somebody out. */
  readonly warning?: string
}

const words: Readonly<Record<OfficeAct, Words>> = {
  unlock: { word: '解锁', said: '已解锁' },
  enable: { word: '启用', said: '已启用，已通知本人' },
  signOut: { word: '下线', said: '已下线', warning: '在所有设备上退出登录；账号照常可用，可以再登录。' },
  disable: { word: '停用', said: '已停用', warning: '停用后立即下线，不能再登录；以后可以启用。' },
}

/** What fits an account in this state. */
const actsOf = ({ status, own, lastLoginAt }: OfficeAccountLine): readonly OfficeAct[] => {
  if (status === '0') return ['enable']
  return [
    ...(status === '2' && own ? (['unlock'] as const) : []),
    ...(lastLoginAt === null ? [] : (['signOut'] as const)),
    'disable',
  ]
}

/** The acts on one account. */
export function RowActs({
  line,
  onIssued,
}: {
  line: OfficeAccountLine
  onIssued: (codes: IssuedCodes) => void
}) {
  const { mutateAsync, isPending } = useAccountAct()
  const { issue, busy } = useAskedCodes(onIssued)
  const run = async (act: OfficeAct) => {
    const { word, said, warning } = words[act]
    const title = `${word}${line.name}的账号？`
    if (warning && !(await confirm({ title, text: warning, ok: word, danger: act === 'disable' }))) return
    try {
      await mutateAsync({ id: line.identityId, act })
      notify.success(said)
    } catch (error) {
      notify.warn(sentenceOf(error))
    }
  }
  return (
    <span className="office-acts">
      {line.status !== '0' && line.own && (
        <Button
          look="text"
          busy={busy}
          aria-label={`给${line.name}发一次性密码`}
          onClick={() => void issue([line], line.name)}
        >
          发一次性密码
        </Button>
      )}
      {actsOf(line).map((act) => (
        <Button
          key={act}
          look="text"
          busy={isPending}
          aria-label={`${words[act].word}${line.name}的账号`}
          onClick={() => void run(act)}
        >
          {words[act].word}
        </Button>
      ))}
    </span>
  )
}
