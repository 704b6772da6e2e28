import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import { levelWord } from './words.ts'

/** 双向细目表: scores and numbers of questions by knowledge point and cognitive level. */
export function TwoWayTable({
  table,
  points,
}: {
  table: PaperDetail['twoWay']
  points: PaperDetail['points']
}) {
  const nameOf = (point: number | null) =>
    points.find(({ id }) => id === point)?.title ?? (point === null ? '未标知识点' : `知识点 ${point}`)
  return (
    <div className="paper-table">
      <table>
        <caption className="x-hidden">双向细目表：分值（题号）</caption>
        <thead>
          <tr>
            <th scope="col">知识点</th>
            {table.levels.map((level) => (
              <th key={level} scope="col">
                {levelWord(level)}
              </th>
            ))}
            <th scope="col">合计</th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.point ?? 0}>
              <th scope="row">{nameOf(row.point)}</th>
              {row.cells.map((score, i) => (
                <td key={table.levels[i] ?? ''} className="x-num">
                  {score === 0 ? '' : score}
                  {score > 0 && <span className="x-faint">（{(row.numbers[i] ?? []).join('、')}）</span>}
                </td>
              ))}
              <td className="x-num">{row.score}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            {table.columns.map((score, i) => (
              <td key={table.levels[i] ?? ''} className="x-num">
                {score}
              </td>
            ))}
            <td className="x-num">{table.total}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
