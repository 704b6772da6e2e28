import { Link, useSearchParams } from 'react-router'
import type { TalentDetail } from '../../../catalogue/contract/analysis/talents.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { talentHistory, talentStates } from '../../../catalogue/talents/entry.ts'
import { basisOf } from '../../../catalogue/talents/rules.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { definitionOf } from '../../engine/registry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { TalentActs } from './acts.tsx'
import { useTalent } from './use-talents.ts'
import { Doubts, entryPath, kindOf, levelOf, listPath, StateMark } from './words.tsx'
import './talents.css'

/** One entry of the lists: what it rests on, what happened to it, and what can be done about it. */
export function TalentPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = Math.trunc(Number(search.get('id'))) || 0
  const answer = useTalent(id)
  const crumbs = [{ label: '高层次人才', to: listPath() }]
  if (id === 0)
    return (
      <PageFrame title={entry.title} crumbs={crumbs}>
        <Empty
          text="请从名单里选择一位。"
          action={
            <ButtonLink look="primary" to={listPath()}>
              打开名单
            </ButtonLink>
          }
        />
      </PageFrame>
    )
  return (
    <PageFrame
      title={answer.data?.teacher.name ?? entry.title}
      crumbs={crumbs}
      mark={answer.data && <StateMark line={answer.data} />}
      note={answer.data?.org?.name}
      actions={answer.data && <TalentActs lines={[answer.data]} />}
    >
      <Loaded answer={answer} failed="打开失败" lines={8}>
        {(data) => (
          <div className="talents-detail">
            <Basis data={data} />
            <History history={data.history} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

/** Where the record stands in the archive. */
function recordPath({ teacher, record }: TalentDetail): string {
  const archive = record ? definitionOf(record.type)?.archive : undefined
  const at = record ? { section: record.type, id: record.id } : {}
  return documentPath(teacher.id, { ...(archive && { archive }), ...at })
}

function Basis({ data }: { data: TalentDetail }) {
  const { subject, obtainYear, until, rule, reason, record, office, removed, others } = data
  const values: readonly (readonly [label: string, value: string | null])[] = [
    ['类别', kindOf(data)],
    ['级别', levelOf(data.talentLevel) || null],
    ['学科', subject === null ? null : labelOf('subject', subject)],
    ['获得年份', obtainYear === null ? null : String(obtainYear)],
    ['有效期至', until],
    ['列入单位', office.name],
    ['依据', reason === null ? basisOf(rule) : `${basisOf(rule)}：${reason}`],
    ['移出的原因', removed],
  ]
  return (
    <Panel
      title="名单内容"
      beside={<Doubts line={data} />}
      extra={<Link to={recordPath(data)}>{record ? '查看依据的记录' : '查看档案'}</Link>}
    >
      <dl className="talents-values">
        {values.flatMap(([label, value]) =>
          value === null
            ? []
            : [
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>,
              ],
        )}
        {record && (
          <div>
            <dt>依据的记录</dt>
            <dd>
              {record.title}
              {record.summary !== '' && `：${record.summary}`}
            </dd>
          </div>
        )}
        {others.length > 0 && (
          <div>
            <dt>也在这些名单</dt>
            <dd className="talents-others">
              {others.map(({ id, highLevelKind, state }) => (
                <Link key={id} to={entryPath(id)}>
                  {labelOf('highLevelKind', highLevelKind)}（{talentStates[state]}）
                </Link>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}

function History({ history }: { history: TalentDetail['history'] }) {
  return (
    <Panel title="办理记录">
      <ol className="talents-history" data-testid="talent-history">
        {history.map(({ action, at, by, office, rule, reason }) => (
          <li key={`${at}${action}`}>
            <b>{talentHistory[action]}</b>
            <span className="x-soft">
              {by}　{office}　{listTime(at)}
            </span>
            {(action === 'proposed' || action === 'changed') && <span>依据：{basisOf(rule)}</span>}
            {reason !== null && <span>{action === 'added' ? `依据：${reason}` : `原因：${reason}`}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
