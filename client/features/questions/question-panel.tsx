import { RaisePart } from '../../engine/library/raise-part.tsx'
import { useNavigate } from 'react-router'
import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { writingPath } from '../../../catalogue/questions/paths.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listDate } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { MeasuredPart } from './measured-part.tsx'
import { NearList } from './near-list.tsx'
import { OfflinePart } from './panel-parts.tsx'
import { QuestionFacts, QuestionVersions, QuestionWay } from './question-facts.tsx'
import { QuestionView } from './question-view.tsx'
import type { Basket } from './questions-page.tsx'
import { useQuestion, useQuestionActs, type QuestionMove } from './use-questions.ts'

/** One question beside the list: text, answer, facts, and what the reader may do with it. */
export function QuestionPanel({
  id,
  path,
  Basket,
  onClose,
}: {
  id: number
  path: string
  Basket: Basket
  onClose: () => void
}) {
  const answer = useQuestion(id)
  return (
    <Panel
      title="试题"
      extra={
        <Button look="text" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <Loaded answer={answer} failed="该题打开失败" lines={8}>
        {(question) => <Opened question={question} path={path} Basket={Basket} onClose={onClose} />}
      </Loaded>
    </Panel>
  )
}

function Opened({
  question,
  path,
  Basket,
  onClose,
}: {
  question: QuestionDetail
  path: string
  Basket: Basket
  onClose: () => void
}) {
  const isWriters = question.draft !== null
  return (
    <div className="library-item" data-testid="question-panel">
      <p className="x-soft">
        {question.author}　{question.author === question.org ? '' : `${question.org}　`}
        {question.no > 0 && `第 ${question.no} 版　`}
        {listDate(question.updatedAt)}
      </p>
      {question.remark !== null && <p className="question-remark">退回意见：{question.remark}</p>}
      {question.newer && <p className="library-newer">新版正在审核，通过前用的是这一版。</p>}
      {question.gone ? (
        <p>该题已下架，不能再看；已组进试卷的不受影响。</p>
      ) : (
        <QuestionView shown={question.shown} />
      )}
      <Acts question={question} path={path} onClose={onClose} />
      {question.state !== 'offline' && question.reach !== null && (
        <div className="library-acts">
          <Basket question={question.id} />
        </div>
      )}
      <QuestionFacts question={question} />
      {question.may.raise && <Raise question={question} />}
      {question.may.offline && <OfflinePart question={question} />}
      {isWriters && <QuestionWay question={question} />}
      {isWriters && question.no > 0 && <MeasuredPart id={question.id} />}
      {isWriters && <NearList question={question} />}
      <QuestionVersions question={question} />
    </div>
  )
}

function Raise({ question }: { question: QuestionDetail }) {
  const { move } = useQuestionActs(question)
  return (
    <RaisePart
      reach={question.reach}
      asked={question.shareScope}
      onRaise={(shareScope) => move.mutateAsync({ name: 'raise', body: { shareScope } })}
    />
  )
}

const moves: readonly (readonly [QuestionMove & keyof QuestionDetail['may'], string, string])[] = [
  ['withdraw', '撤回', '已撤回，可以修改'],
  ['urge', '催办', '已催办'],
  ['online', '恢复', '已恢复，原来的范围又能用了'],
]

function Acts({ question, path, onClose }: { question: QuestionDetail; path: string; onClose: () => void }) {
  const { move, keep, remove, adapt } = useQuestionActs(question)
  const navigate = useNavigate()
  const role = useSession()?.role ?? 0
  const writing = writingPath(role) ?? path
  const { may } = question
  const failed = (error: unknown) => notify.error(sentenceOf(error))
  const removed = async () => {
    const sure = await confirm({
      title: '删除该题？',
      text: '没有提交过的草稿删除后不能恢复。',
      ok: '删除',
      danger: true,
    })
    if (!sure) return
    remove.mutate(undefined, { onSuccess: onClose, onError: failed })
  }
  const adapted = () =>
    adapt.mutate(undefined, {
      onSuccess: ({ id }) => void navigate(`${writing}?edit=${id}`),
      onError: failed,
    })
  return (
    <div className="library-acts">
      {may.edit && (
        <ButtonLink look="primary" icon="edit" to={`${writing}?edit=${question.id}`}>
          {question.state === 'draft' ? '继续编写' : '修改'}
        </ButtonLink>
      )}
      {moves.map(([name, label, done]) =>
        may[name] ? (
          <Button
            key={name}
            busy={move.isPending}
            onClick={() => move.mutate({ name }, { onSuccess: () => notify.success(done), onError: failed })}
          >
            {label}
          </Button>
        ) : null,
      )}
      {may.adapt && (
        <Button busy={adapt.isPending} onClick={adapted}>
          改编成我的题
        </Button>
      )}
      {!question.own && (
        <Button
          icon="star"
          aria-pressed={question.kept}
          busy={keep.isPending}
          onClick={() => keep.mutate(!question.kept, { onError: failed })}
        >
          {question.kept ? '已收藏' : '收藏'}
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
