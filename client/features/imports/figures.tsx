import { outcomes, type ImportCounts } from '../../../catalogue/contract/administration/imports.ts'
import { thousands } from '../../platform/format.ts'
import type { RowGroup } from './dry-run.tsx'
import { outcomeWords } from './words.ts'

interface FiguresProps {
  counts: ImportCounts
  current: RowGroup
  onChoose: (shown: RowGroup) => void
}

/** How many rows came to what; each figure shows its rows below. */
export function Figures({ counts, current, onChoose }: FiguresProps) {
  return (
    <nav className="import-figures" aria-label="校验结果">
      {outcomes.map((outcome) => (
        <button
          key={outcome}
          type="button"
          data-outcome={outcome}
          data-none={counts[outcome] === 0 || undefined}
          aria-current={outcome === current ? 'true' : undefined}
          onClick={() => onChoose(outcome)}
        >
          <span>{outcomeWords[outcome].label}</span>
          <strong>{thousands(counts[outcome])}</strong>
          <span className="x-faint">{outcomeWords[outcome].note}</span>
        </button>
      ))}
      <button
        type="button"
        data-none={counts.repaired === 0 || undefined}
        aria-current={current === 'repaired' ? 'true' : undefined}
        onClick={() => onChoose('repaired')}
      >
        <span>自动整理</span>
        <strong>{thousands(counts.repaired)}</strong>
        <span className="x-faint">行，逐条查看</span>
      </button>
    </nav>
  )
}
