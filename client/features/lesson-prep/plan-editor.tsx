import {
  longestBlock,
  mostBlocks,
  planParts,
  type Plan,
  type PlanPart,
} from '../../../catalogue/preps/plan.ts'
import { newUuid } from '../../engine/uuid.ts'
import { Button } from '../../ui/forms/button.tsx'

const parts = Object.keys(planParts) as PlanPart[]

/** The blocks of a plan one below the other: which part, the text, its place. Ids stay with their blocks. */
export function PlanEditor({ blocks, onChange }: { blocks: Plan; onChange: (blocks: Plan) => void }) {
  const swap = (place: number, other: number) => {
    const [one, two] = [blocks[place], blocks[other]]
    if (one && two) onChange(blocks.with(place, two).with(other, one))
  }
  const last = blocks.at(-1)?.part ?? 'course'
  return (
    <>
      <ol className="prep-blocks">
        {blocks.map((block, place) => (
          <li key={block.id} className="prep-block">
            <div className="prep-block-head">
              <select
                aria-label={`第 ${place + 1} 段属于`}
                value={block.part}
                onChange={({ target }) => {
                  const part = parts.find((one) => one === target.value) ?? block.part
                  onChange(blocks.with(place, { ...block, part }))
                }}
              >
                {parts.map((part) => (
                  <option key={part} value={part}>
                    {planParts[part]}
                  </option>
                ))}
              </select>
              <Button
                look="text"
                aria-label={`第 ${place + 1} 段上移`}
                disabled={place === 0}
                onClick={() => swap(place, place - 1)}
              >
                上移
              </Button>
              <Button
                look="text"
                aria-label={`第 ${place + 1} 段下移`}
                disabled={place === blocks.length - 1}
                onClick={() => swap(place, place + 1)}
              >
                下移
              </Button>
              <Button
                look="text"
                aria-label={`删除第 ${place + 1} 段`}
                onClick={() => onChange(blocks.toSpliced(place, 1))}
              >
                删除
              </Button>
            </div>
            <textarea
              aria-label={`第 ${place + 1} 段：${planParts[block.part]}`}
              rows={Math.min(16, Math.max(4, Math.ceil(block.text.length / 40) + 1))}
              maxLength={longestBlock}
              value={block.text}
              onChange={({ target }) => onChange(blocks.with(place, { ...block, text: target.value }))}
            />
          </li>
        ))}
      </ol>
      <Button
        icon="add"
        disabled={blocks.length >= mostBlocks}
        onClick={() => onChange([...blocks, { id: newUuid(), part: last, text: '' }])}
      >
        加一段
      </Button>
    </>
  )
}
