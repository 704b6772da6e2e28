import type { ScreenPanel } from '../../../../catalogue/contract/analysis/boards.ts'

/** A list of names, as many as there are. */
export function NameLines({ lines, title }: { lines: NonNullable<ScreenPanel['lines']>; title: string }) {
  if (lines.rows.length === 0) return <p className="bd-none">暂无</p>
  return (
    <section className="bd-scroll" tabIndex={0} aria-label={`${title}，可滚动`}>
      <table className="bd-table bd-names" aria-label={title}>
        <thead>
          <tr>
            {lines.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.rows.map((row) => (
            <tr key={row.join(' ')}>
              {row.map((text, index) => (
                <td key={lines.heads[index]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
