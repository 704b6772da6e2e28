import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { sentenceTime } from '../../platform/format.ts'
import { loadDraftKey } from '../../platform/storage/drafts.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Desk } from './desk.tsx'
import { usePacket } from './use-packets.ts'
import { listPath } from './words.ts'
import './expert-review.css'

/** One packet beside its rubric. */
export function DeskPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  const answer = usePacket(id)
  const [readable, setReadable] = useState(false)
  useEffect(() => void loadDraftKey().then(() => setReadable(true)), [])
  const list = { label: '评审任务', to: listPath }
  if (id === '')
    return (
      <PageFrame title={entry.title} crumbs={[list]}>
        <Empty text="请从评审任务里选择一份。" action={<ButtonLink to={listPath}>打开评审任务</ButtonLink>} />
      </PageFrame>
    )
  const { data } = answer
  return (
    <PageFrame
      title={data ? data.title : entry.title}
      crumbs={data ? [list, { label: data.round, to: listPath }, { label: `第 ${data.no} 份` }] : [list]}
      note={data && <span className="er-due">{sentenceTime(data.dueAt)} 截止</span>}
    >
      <Loaded answer={answer} failed="该材料打开失败" lines={12}>
        {(packet) => readable && <Desk key={packet.id} packet={packet} />}
      </Loaded>
    </PageFrame>
  )
}
