import type {
  UserBatchAct,
  UserBatchDone,
  UserLine,
} from '../../../catalogue/contract/administration/users.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { useUserBatch } from './use-users.ts'
import { roleLabel } from './words.ts'

interface Act {
  readonly word: string
  readonly look: 'plain' | 'danger'
  readonly text: string
  /** Whom it concerns; the server decides on each by itself. */
  readonly concerns: (line: UserLine) => boolean
}

const acts: Readonly<Record<UserBatchAct, Act>> = {
  disable: {
    word: '停用',
    look: 'danger',
    text: '停用后立即下线，不能再以这些身份登录；以后可以启用。',
    concerns: ({ status }) => status !== '0',
  },
  enable: {
    word: '启用',
    look: 'plain',
    text: '启用后可以再登录，并通知本人；管理员和县区、市、省的身份须由另一位管理员确认。',
    concerns: ({ status }) => status === '0',
  },
  signOut: {
    word: '下线',
    look: 'plain',
    text: '在所有设备上退出登录，并通知本人；账号照常可用，可以再登录。',
    concerns: ({ status }) => status !== '0',
  },
}
const inOrder = ['enable', 'signOut', 'disable'] as const satisfies readonly UserBatchAct[]

/** The acts on the chosen identities; what is refused stays chosen, with the reason. */
export function UserBatchBar({
  lines,
  onDone,
}: {
  lines: readonly UserLine[]
  /** Numbers of the identities that were refused. */
  onDone: (left: readonly number[]) => void
}) {
  const batch = useUserBatch()
  const run = async (act: UserBatchAct) => {
    const { word, look, text } = acts[act]
    const concerned = lines.filter(acts[act].concerns)
    const title = `${word} ${concerned.length} 个身份？`
    if (!(await confirm({ title, text, ok: word, danger: look === 'danger' }))) return
    try {
      const identities = concerned.map(({ identityId }) => identityId)
      const done = await batch.mutateAsync({ act, identities })
      say(word, done, lines)
      onDone(done.results.filter(({ ok }) => !ok).map(({ identityId }) => identityId))
    } catch (error) {
      notify.warn(sentenceOf(error))
    }
  }
  return (
    <StickyBar note={<b>已选 {lines.length} 个身份</b>}>
      <Button look="text" onClick={() => onDone([])}>
        清除
      </Button>
      {inOrder.flatMap((act) => {
        const { word, look, concerns } = acts[act]
        const many = lines.filter(concerns).length
        if (many === 0) return []
        return (
          <Button key={act} look={look} busy={batch.isPending} onClick={() => void run(act)}>
            {word} {many} 个
          </Button>
        )
      })}
    </StickyBar>
  )
}

/** Says how many were done, how many wait for a second administrator, and why others were refused. */
function say(word: string, { success, results }: UserBatchDone, lines: readonly UserLine[]): void {
  const asked = results.filter((one) => one.asked).length
  const waits = asked > 0 ? `，其中 ${asked} 个等另一位管理员确认后生效` : ''
  const refused = results.filter(({ ok }) => !ok)
  if (refused.length === 0) return notify.success(`已${word} ${success} 个${waits}`)
  const nameOf = (id: number) => {
    const line = lines.find(({ identityId }) => identityId === id)
    return line ? `${line.name}（${roleLabel(line.role)}）` : String(id)
  }
  const why = refused.map(({ identityId, message }) => `${nameOf(identityId)}：${message}`).join('　')
  notify.warn(`${word} ${success} 个${waits}，${refused.length} 个没有办成。${why}`, { stay: 20_000 })
}
