import type { ArchiveComparison } from '../../../../catalogue/contract/archive/archive.ts'
import { DayInput, isPastDay, todayText, useDays } from '../../../engine/record/day-input.tsx'
import { definitionOf } from '../../../engine/registry.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { sentenceDate } from '../../../platform/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useComparison } from '../use-archive.ts'
import { usePlace } from '../use-place.ts'
import { Value } from '../value.tsx'
import '../../../ui/look/values.css'

type Section = ArchiveComparison['sections'][number]

/** What came, changed and went between the ends of two days. */
export function CompareView({ teacherId }: { teacherId: number }) {
  const { from, to, go } = usePlace()
  const { days, asked, set, submit } = useDays([from ?? '', to ?? todayText()])
  const [earlier = '', later = ''] = days
  const { data, error, refetch } = useComparison(teacherId, from, to)
  const backwards = isPastDay(earlier) && isPastDay(later) && earlier > later
  return (
    <>
      <form
        className="archive-as-of"
        aria-label="对照哪两天"
        onSubmit={(event) => {
          event.preventDefault()
          if (!backwards)
            submit(['compare-from', 'compare-to'], ([first = '', last = '']) => go({ from: first, to: last }))
        }}
      >
        <DayInput
          id="compare-from"
          label="从哪一天"
          value={earlier}
          asked={asked}
          whenEmpty="选日期"
          onChange={(text) => set(0, text)}
        />
        <DayInput
          id="compare-to"
          label="到哪一天"
          value={later}
          asked={asked}
          whenEmpty="选日期"
          onChange={(text) => set(1, text)}
        />
        <Button look="primary" type="submit">
          对照
        </Button>
        {backwards && (
          <p className="xr-fault" role="alert">
            前一个日期不能晚于后一个日期。
          </p>
        )}
        <p className="x-note x-faint">按登记时间，比较这两天结束时平台里有效的值。</p>
      </form>
      {error && <ErrorBox title="对照失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {from !== null && to !== null && !data && !error && <Skeleton lines={8} />}
      {from === null && <Empty text="选好两个日期，看这段时间里新增、变更、失效了什么。" />}
      {data && <Result comparison={data} />}
    </>
  )
}

function Result({ comparison: { from, to, sections } }: { comparison: ArchiveComparison }) {
  const sum = (kind: 'added' | 'changed' | 'ended') =>
    sections.reduce((total, section) => total + section[kind].length, 0)
  if (sections.length === 0)
    return <Empty text={`从${sentenceDate(from)}到${sentenceDate(to)}，档案没有不同。`} />
  return (
    <div data-testid="comparison">
      <output className="archive-above">
        从{sentenceDate(from)}到{sentenceDate(to)}：新增 {sum('added')} 条，变更 {sum('changed')} 条，失效{' '}
        {sum('ended')} 条。
      </output>
      {sections.map((section) => (
        <section key={section.type} className="archive-section" aria-label={section.title}>
          <h2>{section.title}</h2>
          <Whole kind="新增" tone="pass" section={section} list={section.added} />
          <Changed section={section} />
          <Whole kind="失效" tone="wrong" section={section} list={section.ended} />
        </section>
      ))}
    </div>
  )
}

/** Records that came or went as a whole, each opening to its values. */
function Whole({
  kind,
  tone,
  section,
  list,
}: {
  kind: string
  tone: string
  section: Section
  list: Section['added']
}) {
  const definition = definitionOf(section.type)
  return list.map(({ id, summary, values }) => (
    <details key={id} className="archive-difference">
      <summary>
        <span className={`x-status x-status-${tone}`}>{kind}</span> {summary}
      </summary>
      <dl className="x-values">
        {Object.entries(values).map(([key, value]) => {
          const field = definition?.fields[key]
          return (
            field &&
            value !== null && (
              <div key={key} className="x-value">
                <dt>{field.label}</dt>
                <dd>
                  <Value field={field} value={value} />
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </details>
  ))
}

/** Records that changed, field by field. */
function Changed({ section }: { section: Section }) {
  const definition = definitionOf(section.type)
  return section.changed.map(({ id, summary, fields, files }) => (
    <div key={id} className="archive-difference">
      <p>
        <span className="x-status x-status-wait">变更</span> {summary}
      </p>
      <div className="archive-table">
        <table>
          <thead>
            <tr>
              <th scope="col">栏目</th>
              <th scope="col">原来</th>
              <th scope="col">后来</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ key, from, to }) => {
              const field = definition?.fields[key]
              return (
                field && (
                  <tr key={key}>
                    <th scope="row">
                      {field.label}
                      {field.derived && <span className="x-note x-faint">　由系统得出</span>}
                    </th>
                    <td data-label="原来">
                      <Value field={field} value={from} none="空" />
                    </td>
                    <td data-label="后来">
                      <Value field={field} value={to} none="空" />
                    </td>
                  </tr>
                )
              )
            })}
            {files && (
              <tr>
                <th scope="row">佐证材料</th>
                <td data-label="原来">{files.from} 份</td>
                <td data-label="后来">
                  {files.to} 份{files.from === files.to && '（换过）'}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </div>
  ))
}
