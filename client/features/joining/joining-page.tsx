import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Candidates } from './candidates.tsx'
import { Comparison } from './comparison.tsx'
import './joining.css'

const numberIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

/** Two archives of one human: the pairs that look like it, or the two in the address side by side. */
export function JoiningPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const [keptId, joinedId] = [numberIn(search.get('keep')), numberIn(search.get('other'))]
  const both = keptId !== null && joinedId !== null && keptId !== joinedId
  return (
    <PageFrame
      title={both ? '核对两份档案' : entry.title}
      note={both ? '左边的一份保留，右边的一份并入它' : '同一个人登记了两次的，核对后合并为一份'}
      {...(both && { crumbs: [{ label: entry.title, to: entry.path }] })}
    >
      <div className="joining">
        {both ? (
          <Comparison key={`${keptId} ${joinedId}`} pair={{ keptId, joinedId }} entry={entry} />
        ) : (
          <Candidates entry={entry} />
        )}
      </div>
    </PageFrame>
  )
}
