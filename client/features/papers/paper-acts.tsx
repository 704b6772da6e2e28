import { useNavigate } from 'react-router'
import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import { makingPath } from '../../../catalogue/papers/paths.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { usePaperActs, type PaperMove } from './use-papers.ts'

const moves: readonly (readonly [PaperMove & keyof PaperDetail['may'], string, string, string | null])[] = [
  ['publish', '发布', '已发布', null],
  ['withdraw', '撤回', '已撤回，可以修改', null],
  ['revoke', '撤回发布', '已成为草稿', '没有人用过的试卷可以撤回发布，改好再发布。'],
  ['archive', '归档', '已归档', '归档以后他人不再查到，也不能再发布。'],
]

/** What the reader may do with a paper as a whole. */
export function PaperActs({ paper, path }: { paper: PaperDetail; path: string }) {
  const { move, keep, remove, copy } = usePaperActs(paper)
  const navigate = useNavigate()
  const role = useSession()?.role ?? 0
  const making = makingPath(role) ?? path
  const { may } = paper
  const failed = (error: unknown) => notify.error(sentenceOf(error))
  const act = async ([name, label, done, warning]: (typeof moves)[number]) => {
    const sure = warning === null || (await confirm({ title: `${label}该试卷？`, text: warning, ok: label }))
    if (sure) move.mutate({ name }, { onSuccess: () => notify.success(done), onError: failed })
  }
  const removed = async () => {
    const sure = await confirm({
      title: '删除该试卷？',
      text: '没有发布过的试卷删除后不能恢复，试题不受影响。',
      ok: '删除',
      danger: true,
    })
    if (sure) remove.mutate(undefined, { onSuccess: () => void navigate(path), onError: failed })
  }
  const copied = () =>
    copy.mutate(undefined, {
      onSuccess: ({ id, leftOut }) => {
        if (leftOut > 0) notify.success(`已复制；有 ${leftOut} 道题不在您能用的范围内，没有复制过来`)
        void navigate(`${making}?edit=${id}`)
      },
      onError: failed,
    })
  return (
    <div className="library-acts">
      {may.edit && (
        <ButtonLink look="primary" icon="edit" to={`${making}?edit=${paper.id}`}>
          组卷
        </ButtonLink>
      )}
      {moves.map((one) =>
        may[one[0]] ? (
          <Button key={one[0]} busy={move.isPending} onClick={() => void act(one)}>
            {one[1]}
          </Button>
        ) : null,
      )}
      {may.copy && (
        <Button busy={copy.isPending} onClick={copied}>
          复制一份
        </Button>
      )}
      {may.use && role === 2 && (
        <ButtonLink to={`/teacher/bxkh?new=1&paper=${paper.id}`}>登记使用</ButtonLink>
      )}
      {!paper.own && (
        <Button
          icon="star"
          aria-pressed={paper.kept}
          busy={keep.isPending}
          onClick={() => keep.mutate(!paper.kept, { onError: failed })}
        >
          {paper.kept ? '已收藏' : '收藏'}
        </Button>
      )}
      {may.remove && (
        <Button look="danger" busy={remove.isPending} onClick={() => void removed()}>
          删除
        </Button>
      )}
    </div>
  )
}
