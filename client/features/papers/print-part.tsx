import { useState } from 'react'
import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import { download } from '../../platform/api/download.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import '../../ui/forms/labelled.css'

const things = { paper: '试卷', key: '答案和评分', table: '双向细目表', sheet: '答题卡' } as const
type Thing = keyof typeof things
const sizes = { A4: 'A4 单栏', B4: 'B4 双栏', A3: 'A3 双栏' } as const
type Size = keyof typeof sizes

/** Prints of a paper: A or B, key, table, answer sheet as PDF; the paper and its key as Word, too. */
export function PrintPart({ paper }: { paper: PaperDetail }) {
  const [variant, setVariant] = useState<'A' | 'B'>('A')
  const [size, setSize] = useState<Size>('A4')
  const [isTeachers, setTeachers] = useState(false)
  const { busy, faults, run } = useAct([])
  if (paper.questions.length === 0) return null
  const base = `/api/v1/examPaper/${paper.id}`
  const print = (what: Thing, format: 'pdf' | 'docx' = 'pdf') =>
    run(() =>
      download(
        `${base}/export`,
        { what, variant, size, format, with_answer: isTeachers ? '1' : '0' },
        `${paper.title}　${things[what]}${variant}.${format}`,
      ),
    )
  return (
    <Panel title="打印">
      <div className="paper-form-line">
        <label className="x-labelled">
          卷别
          <select value={variant} onChange={({ target }) => setVariant(target.value === 'B' ? 'B' : 'A')}>
            <option value="A">A 卷</option>
            <option value="B">B 卷（题序、选项另排）</option>
          </select>
        </label>
        <label className="x-labelled">
          纸张
          <select
            value={size}
            onChange={({ target }) =>
              setSize(target.value === 'B4' || target.value === 'A3' ? target.value : 'A4')
            }
          >
            {Object.entries(sizes).map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label className="paper-toggle">
          <input
            type="checkbox"
            checked={isTeachers}
            onChange={({ target }) => setTeachers(target.checked)}
          />
          教师卷（题下印答案）
        </label>
      </div>
      <div className="library-acts">
        {Object.entries(things).map(([what, label]) => (
          <Button
            key={what}
            icon="print"
            busy={busy}
            look={what === 'paper' ? 'primary' : 'plain'}
            onClick={() => void print(what as Thing)}
          >
            {label}
          </Button>
        ))}
        {(['paper', 'key'] as const).map((what) => (
          <Button key={what} icon="download" busy={busy} onClick={() => void print(what, 'docx')}>
            {things[what]}（Word）
          </Button>
        ))}
        <Button
          busy={busy}
          onClick={() => void run(() => download(`${base}/sheet`, { variant, size }, '答题卡坐标.json'))}
        >
          答题卡坐标（JSON）
        </Button>
      </div>
      {faults['form'] !== undefined && <p className="x-labelled-fault">{faults['form']}</p>}
    </Panel>
  )
}
