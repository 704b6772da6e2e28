import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { nearFull, schoolRooms, takenOf, type SchoolRoom } from '../../../catalogue/contract/file-quota.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { roomText } from './words.ts'

const key = ['file room', 'schools']
const gigabyte = 1024 ** 3

/** The room of the schools right below an office, which the office raises. */
export function SchoolRooms({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const [changing, setChanging] = useState<SchoolRoom | null>(null)
  const answer = useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/fileQuota/schools', { schema: schoolRooms, query: { page }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Loaded answer={answer} failed="学校的文件空间打开失败" lines={8}>
      {(data) =>
        data.list.length === 0 ? (
          <Empty text="暂无直属学校。" />
        ) : (
          <>
            {changing && <Grant key={changing.id} school={changing} onDone={() => setChanging(null)} />}
            <LineTable
              label="学校文件空间"
              lines={data.list}
              columns={columnsOf(setChanging)}
              keyOf={({ id }) => String(id)}
              stale={answer.isPlaceholderData}
              testId="school-room"
            />
            <Pager {...data} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  )
}

const columnsOf = (onChange: (school: SchoolRoom) => void): readonly LineColumn<SchoolRoom>[] => [
  { key: 'name', title: '学校', wide: true, render: ({ name }) => name },
  {
    key: 'taken',
    title: '已用',
    render: (school) => <Meter percent={takenOf(school)} label={`${school.name}已用 ${takenOf(school)}%`} />,
  },
  {
    key: 'room',
    title: '空间',
    render: (school) => (
      <span className="x-num">
        {roomText(school)}
        {takenOf(school) >= nearFull && <span className="library-full">　快要用完</span>}
      </span>
    ),
  },
  {
    key: 'act',
    title: '操作',
    render: (school) => (
      <Button look="text" aria-label={`调整 ${school.name} 的空间`} onClick={() => onChange(school)}>
        调整
      </Button>
    ),
  },
]

function Grant({ school, onDone }: { school: SchoolRoom; onDone: () => void }) {
  const cache = useQueryClient()
  const { busy, faults, run } = useAct(['gigabytes'])
  const [typed, setTyped] = useState(String(Math.round(school.granted / gigabyte)))
  const save = () =>
    run(async () => {
      const body = { gigabytes: Number(typed) }
      await api.put(`/api/v1/fileQuota/school/${school.id}`, { schema: z.boolean(), body })
      notify.success(`已调整${school.name}的文件空间`)
      await cache.invalidateQueries({ queryKey: key })
      onDone()
    })
  return (
    <form
      className="library-grant"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={`${school.name}的文件空间（GB）`}
        value={typed}
        onChange={setTyped}
        fault={faults['gigabytes'] ?? faults['form']}
        inputMode="numeric"
      />
      <Button look="primary" type="submit" busy={busy}>
        保存
      </Button>
      <Button onClick={onDone}>取消</Button>
    </form>
  )
}
