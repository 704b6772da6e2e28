import { figuresAnswer, type Figures } from '../../../../catalogue/contract/portal/figures.ts'
import { sentenceTime, thousands } from '../../../platform/format.ts'
import { useRead } from '../use-read.ts'

/** The region in figures: what each counts, and when. The page is whole without them. */
export function FiguresBand() {
  const { data, error } = useRead('/api/v1/portal/figures', figuresAnswer, { cached: true })
  if (error !== null) return null
  return (
    <section className="portal-band" aria-labelledby="figures" aria-busy={data === null}>
      <div className="portal-width">
        <div className="portal-band-head">
          <h2 id="figures" className="x-display">
            教育一览
          </h2>
          <p className="x-soft x-dense">来自教师档案和正在发布的内容；少于 5 人的不单列。</p>
          {data && (
            <p className="x-soft x-dense">
              数据时间　<time dateTime={data.at}>{sentenceTime(data.at)}</time>
            </p>
          )}
        </div>
        {data && <Numbers {...data} />}
      </div>
    </section>
  )
}

function Numbers({ figures, areas, areasRule }: Figures) {
  const most = Math.max(1, ...areas.map(({ value }) => value))
  return (
    <>
      <dl className="portal-numbers">
        {figures.map(({ key, label, value, unit }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {thousands(value)}
              <small>{unit}</small>
            </dd>
          </div>
        ))}
      </dl>
      {areas.length > 0 && (
        <div>
          <h3 className="x-dense">各县区在册教师（人）</h3>
          <ul className="portal-bars">
            {areas.map(({ name, value }) => (
              <li key={name}>
                <span>{name}</span>
                <span aria-hidden="true">
                  <i style={{ width: `${(100 * value) / most}%` }} />
                </span>
                <span className="x-num">{thousands(value)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <details>
        <summary>各项口径</summary>
        <ul className="x-soft x-dense">
          {figures.map(({ key, label, rule }) => (
            <li key={key}>
              {label}：{rule}
            </li>
          ))}
          <li>各县区在册教师：{areasRule}</li>
        </ul>
      </details>
    </>
  )
}
