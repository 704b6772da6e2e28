import { Link } from 'react-router'
import { todoKinds, type SubmittedItem } from '../../../catalogue/contract/todos.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'
import type { ListRequest } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listDate, sentenceTime, thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { Track } from '../../ui/layout/track.tsx'
import { useSubmitted, useSubmittedActs } from './use-todos.ts'

const kinds = (['archive', 'content', 'case'] as const).map((kind) => ({
  value: kind,
  label: todoKinds[kind],
}))

/** What I handed in: where each stands, who has it, and how long the office usually takes. */
export function SubmittedView({ asked }: { asked: ListRequest<'kind' | 'state'> }) {
  const ended = asked.of('state') === 'ended'
  const submitted = useSubmitted(ended ? 'ended' : 'open', asked.of('kind'))
  const items = submitted.data?.pages.flatMap(({ list }) => list) ?? []
  return (
    <>
      <div className="todo-bar">
        <fieldset className="xr-segment" aria-label="办理状态">
          <button type="button" aria-pressed={!ended} onClick={() => asked.put({ state: '' })}>
            在办
          </button>
          <button type="button" aria-pressed={ended} onClick={() => asked.put({ state: 'ended' })}>
            已结
          </button>
        </fieldset>
        <OneChoice
          label="类别"
          hint="全部"
          value={asked.of('kind')}
          options={kinds}
          onChange={(kind) => asked.put({ kind })}
          clear="清除类别"
        />
      </div>
      <Loaded answer={submitted} failed="我提交的打开失败" lines={8}>
        {({ pages }) =>
          items.length === 0 ? (
            <Empty
              text={ended ? '暂无已办结的事项。' : '没有在办的事项。提交审核后，在这里看得到走到哪一步。'}
            />
          ) : (
            <>
              <RowList label="我提交的" stale={submitted.isPlaceholderData} ordered>
                {items.map((item) => (
                  <SubmittedRow key={item.id} item={item} />
                ))}
              </RowList>
              {submitted.hasNextPage && (
                <Button
                  className="todo-next"
                  busy={submitted.isFetchingNextPage}
                  onClick={() => void submitted.fetchNextPage()}
                >
                  下一页（已显示 {items.length} 件，共 {thousands(pages[0]?.total ?? 0)} 件）
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </>
  )
}

const heldWords = ({ holder, waitingDays, usualDays, dueOn }: SubmittedItem): string =>
  [
    holder && `${holder}　第 ${waitingDays + 1} 天`,
    holder && usualDays !== null && `通常 ${Math.max(1, Math.round(usualDays))} 天`,
    dueOn && `期限 ${listDate(dueOn)}`,
  ]
    .filter(Boolean)
    .join('，')

function SubmittedRow({ item }: { item: SubmittedItem }) {
  const { kind, typeTitle, title, note, standing, standingText, submittedAt, urgedAt, track, acts, link } =
    item
  const { withdraw, urge, busy } = useSubmittedActs()
  return (
    <li className={`todo-sent todo-sent-${standing}`} data-testid="submitted" data-id={item.id}>
      <div className="todo-kind x-soft">
        <div>{todoKinds[kind]}</div>
        <div>{typeTitle}</div>
      </div>
      <div className="todo-what">
        <Link to={link}>{title}</Link>
        <p className="x-soft">
          {[
            submittedAt && `${listDate(submittedAt)} 提交`,
            note,
            urgedAt && `${sentenceTime(urgedAt)} 催办过`,
          ]
            .filter(Boolean)
            .join('　')}
        </p>
      </div>
      <div>{track.length > 0 && <Track stops={track} />}</div>
      <div className="todo-standing">
        <b>{standingText}</b>
        <p className="x-soft">{heldWords(item)}</p>
      </div>
      <div className="todo-acts">
        {acts.includes('withdraw') && (
          <Button busy={busy} onClick={() => withdraw(item)}>
            撤回<span className="x-hidden">：{title}</span>
          </Button>
        )}
        {acts.includes('urge') && (
          <Button busy={busy} onClick={() => urge(item)}>
            催办<span className="x-hidden">：{title}</span>
          </Button>
        )}
        {acts.length === 0 && (
          <ButtonLink to={link} look={standing === 'back' ? 'primary' : 'plain'}>
            {standing === 'back' ? '修改' : '查看'}
            <span className="x-hidden">：{title}</span>
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
