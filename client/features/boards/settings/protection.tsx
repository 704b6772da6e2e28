import type { Screen } from '../../../../catalogue/contract/analysis/boards.ts'
import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'

/** What public readers see otherwise than the office: cells of a panel, and classes that are drawn as one. */
function changesOf({ cells, merged = [] }: Panel) {
  const count = (is: (cell: Panel['cells'][number]) => unknown) => cells.filter(is).length
  return {
    few: count(({ few }) => few),
    rounded: count(({ about }) => about),
    hidden: count(({ hidden }) => hidden),
    merged,
  }
}

function wordsOf(panel: Panel): string {
  const { few, rounded, hidden, merged } = changesOf(panel)
  const parts = [
    ...merged.map(({ label, of }) => `${of.join('、')}合并为“${label}”`),
    ...(few > 0 ? [`${few} 格不足 5 人，显示 <5`] : []),
    ...(rounded > 0 ? [`${rounded} 格按 5 取整`] : []),
    ...(hidden > 0 ? [`${hidden} 格不足 10 人或能推算出个人，不显示`] : []),
  ]
  return parts.join('；')
}

/** Tells the maker of a board what everybody sees otherwise than the office does, and why. */
export function Protection({ screen }: { screen: Screen }) {
  const panels = Object.values(screen.panels).flatMap(({ panel }) => panel ?? [])
  const changed = panels.flatMap((panel) => {
    const words = wordsOf(panel)
    return words === '' ? [] : [{ key: panel.key, title: panel.title, words }]
  })
  if (changed.length === 0) return null
  return (
    <details className="bs-protection" data-testid="board-protection">
      <summary>
        为保护个人信息，本屏对外公开时有 {changed.length}{' '}
        个面板合并了小类或取整；登录后和本单位网段内显示全部数据
      </summary>
      <dl>
        {changed.map(({ key, title, words }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
