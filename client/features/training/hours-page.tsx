import { Link } from 'react-router'
import type { CreditAnswer, CreditEntry } from '../../../catalogue/contract/training/credit.ts'
import { categories, type Category } from '../../../catalogue/hours/rule.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { pagesFor } from '../../../catalogue/pages/pages.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { PrintForms } from '../../engine/forms/index.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { session } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { TargetTrack } from '../../ui/charts/target-track.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Wallet } from './wallet.tsx'
import { useCredit } from './use-credit.ts'
import { categoryNames, daysText, fateText, gapText, hoursText, periodText, sourceText } from './words.ts'
import './training.css'

const keys = ['year', 'category'] as const
type Key = (typeof keys)[number]

/** Where a training outside the portal is registered. */
const registerPath = (): string => {
  const found = pagesFor(session()?.role ?? null).find(
    ({ records }) => records?.[0] === 'trainingRegistration',
  )
  return found ? `${found.path}?new=1` : '/'
}

/**
 * 培训档案: the own hours of a year against its lines, of the five years, and each entry with where it comes
 * from.
 */
export function HoursPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const answer = useCredit(asked.of('year'))
  const { data } = answer
  return (
    <PageFrame
      title={entry.title}
      note={data && `按 ${data.rule.of}规则第 ${data.rule.version} 版计算`}
      actions={
        data && (
          <>
            <ButtonLink icon="add" to={registerPath()}>
              登记校外培训
            </ButtonLink>
            <PrintForms of={{ teacherId: data.teacher.id }} />
          </>
        )
      }
    >
      <Loaded answer={answer} failed="学时打开失败" lines={10}>
        {(credit) => (
          <>
            <div className="hours-top">
              <Year credit={credit} />
              <Period credit={credit} />
              <Next credit={credit} />
            </div>
            <FilterBar
              filters={filtersOf(credit)}
              asked={{ ...asked, of: (key) => asked.of(key) || (key === 'year' ? String(credit.year) : '') }}
              onAsk={(key, value) => asked.put({ [key]: value })}
            />
            <Entries credit={credit} category={asked.of('category')} stale={answer.isPlaceholderData} />
          </>
        )}
      </Loaded>
      <Wallet />
    </PageFrame>
  )
}

const filtersOf = ({ year, period, list }: CreditAnswer): readonly BarFilter<Key>[] => {
  const years = [...new Set([...period.years.map((one) => one.year), year])].toSorted((a, b) => b - a)
  const present = categories.filter((one) => list.some(({ category }) => category === one))
  return [
    {
      kind: 'choice',
      key: 'year',
      label: '年度',
      options: years.map((one) => ({ value: String(one), label: `${one} 年` })),
    },
    {
      kind: 'choice',
      key: 'category',
      label: '类别',
      options: present.map((one) => ({ value: one, label: categoryNames[one] })),
    },
  ]
}

/** The lines of the year with what counts of each. */
function Year({ credit }: { credit: CreditAnswer }) {
  const { year, target, earned, counted } = credit
  const gap = gapText(credit)
  const lines = categories.filter((one) => target[one] !== undefined)
  const most = Math.max(1, ...lines.flatMap((one) => [target[one] ?? 0, earned[one] ?? 0]))
  return (
    <Panel
      title={`${year} 年`}
      beside={<span className="hours-gap">{gap === '' ? '已达标' : `还差 ${gap}`}</span>}
    >
      <dl className="hours-lines">
        {lines.map((one) => (
          <Line key={one} name={one} earned={earned[one] ?? 0} target={target[one] ?? 0} most={most} />
        ))}
      </dl>
      <p className="hours-sum">合计计入 {hoursText(counted)} 学时</p>
    </Panel>
  )
}

function Line({
  name,
  earned,
  target,
  most,
}: {
  name: Category
  earned: number
  target: number
  most: number
}) {
  return (
    <div className="hours-line">
      <dt>{categoryNames[name]}</dt>
      <dd>
        <TargetTrack reached={earned} target={target} of={most} isMet={earned >= target} />
        <span>
          <b>{hoursText(earned)}</b> / {hoursText(target)}
        </span>
      </dd>
    </div>
  )
}

/** The five years side by side. */
function Period({ credit: { period, year } }: { credit: CreditAnswer }) {
  const most = Math.max(1, ...period.years.map(({ counted }) => counted))
  return (
    <Panel
      title={`五年周期 ${period.from}—${period.to}`}
      beside={<span className="x-faint">应修 {hoursText(period.line)}</span>}
    >
      <p className="hours-period">
        <b>{hoursText(period.counted)}</b> {periodText(period)}
      </p>
      {period.pausedMonths > 0 && (
        <p className="x-soft x-dense">周期内离岗 {period.pausedMonths} 个月，不计入应修。</p>
      )}
      <ol className="hours-years">
        {period.years.map((one) => (
          <li key={one.year} aria-current={one.year === year ? 'true' : undefined}>
            <span>{hoursText(one.counted)}</span>
            <i aria-hidden="true" style={{ blockSize: `${(100 * one.counted) / most}%` }} />
            <small>{one.year}</small>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** What is still to come, or to be done. */
function Next({ credit: { waiting, late, declined, year, rule, gap } }: { credit: CreditAnswer }) {
  return (
    <Panel title="怎么补上">
      <ul className="hours-next">
        {waiting > 0 && <li>有 {waiting} 项培训登记待审核，通过后计入。</li>}
        {late > 0 && <li>有 {late} 项是已截止年度的，学校已经审核，等上级同意补记后计入。</li>}
        {declined.map((reason) => (
          <li key={reason}>有一项没有补记：{reason}</li>
        ))}
        {gap > 0 && (
          <li>
            <Link to="/teacher/ltxmgl">看可报的培训项目</Link>
            ；参加过的校外培训可以登记，学校审核通过后计入。
          </li>
        )}
        <li>
          {year} 年的学时由学校审核到 {rule.closesOn}，此后须由上级同意补记。
        </li>
        <li>学时只增不改；登记改了或撤销了，另记一条冲销。</li>
      </ul>
    </Panel>
  )
}

const columns: readonly LineColumn<CreditEntry>[] = [
  { key: 'days', title: '日期', render: daysText },
  {
    key: 'title',
    title: '培训',
    wide: true,
    render: (line) => (
      <>
        {line.record === null ? (
          line.title || sourceText(line)
        ) : (
          <Link
            to={documentPath(null, {
              archive: 'integrity',
              section: 'trainingRegistration',
              id: line.record,
            })}
          >
            {line.title}
          </Link>
        )}
        <small className="hours-beside">
          {[line.organizer, fateText(line)].filter((text) => text !== '').join('　')}
        </small>
      </>
    ),
  },
  { key: 'source', title: '来源', render: sourceText },
  { key: 'category', title: '类别', render: ({ category }) => categoryNames[category] },
  {
    key: 'hours',
    title: '学时',
    figure: true,
    render: ({ hours, counted, counters, isCountered }) =>
      counters !== null || isCountered ? hoursText(hours) : <b>{hoursText(counted)}</b>,
  },
]

function Entries({
  credit: { list, year },
  category,
  stale,
}: {
  credit: CreditAnswer
  category: string
  stale: boolean
}) {
  const lines = list.filter((line) => category === '' || line.category === category)
  return (
    <Panel title="学时记录" beside={<span className="x-faint">{lines.length} 条</span>} flush>
      {lines.length === 0 ? (
        <Empty text={`${year} 年暂无计入的学时。培训登记审核通过后自动计入。`} />
      ) : (
        <LineTable
          label="学时记录"
          lines={lines}
          columns={columns}
          keyOf={({ id }) => id}
          stale={stale}
          dataOf={({ counters, isCountered }) => ({ 'data-gone': String(counters !== null || isCountered) })}
        />
      )}
    </Panel>
  )
}
