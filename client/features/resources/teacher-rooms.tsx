import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { nearFull, takenOf, teacherRooms, type TeacherRoom } from '../../../catalogue/contract/file-quota.ts'
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

const key = ['file room', 'teachers']
const gigabyte = 1024 ** 3

/** The room that each teacher of the school takes; the school gives one of them more. */
export function TeacherRooms({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const [changing, setChanging] = useState<TeacherRoom | null>(null)
  const answer = useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/fileQuota/teachers', { schema: teacherRooms, query: { page }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Loaded answer={answer} failed="教师的文件空间打开失败" lines={8}>
      {(data) =>
        data.list.length === 0 ? (
          <Empty text="暂无开通账号的教师。" />
        ) : (
          <>
            {changing && <Grant key={changing.id} teacher={changing} onDone={() => setChanging(null)} />}
            <LineTable
              label="教师文件空间"
              lines={data.list}
              columns={columnsOf(setChanging)}
              keyOf={({ id }) => String(id)}
              stale={answer.isPlaceholderData}
              testId="teacher-room"
            />
            <Pager {...data} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  )
}

const columnsOf = (onChange: (teacher: TeacherRoom) => void): readonly LineColumn<TeacherRoom>[] => [
  { key: 'name', title: '教师', wide: true, render: ({ name }) => name },
  {
    key: 'taken',
    title: '已用',
    render: (one) => <Meter percent={takenOf(one)} label={`${one.name}已用 ${takenOf(one)}%`} />,
  },
  {
    key: 'room',
    title: '空间',
    render: (one) => (
      <span className="x-num">
        {roomText(one)}
        {takenOf(one) >= nearFull && <span className="library-full">　快要用完</span>}
      </span>
    ),
  },
  { key: 'reason', title: '调整原因', render: ({ reason }) => reason ?? '' },
  {
    key: 'act',
    title: '操作',
    render: (one) => (
      <Button look="text" aria-label={`调整 ${one.name} 的空间`} onClick={() => onChange(one)}>
        调整
      </Button>
    ),
  },
]

function Grant({ teacher, onDone }: { teacher: TeacherRoom; onDone: () => void }) {
  const cache = useQueryClient()
  const { busy, faults, run } = useAct(['gigabytes', 'reason'])
  const [typed, setTyped] = useState(String(Math.round(teacher.granted / gigabyte)))
  const [reason, setReason] = useState('')
  const save = () =>
    run(async () => {
      const body = { gigabytes: Number(typed), reason }
      await api.put(`/api/v1/fileQuota/teachers/${teacher.id}`, { schema: z.boolean(), body })
      notify.success(`已调整${teacher.name}的文件空间`)
      await cache.invalidateQueries({ queryKey: key })
      onDone()
    })
  return (
    <form
      className="library-grant"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label={`${teacher.name}的文件空间（GB）`}
        value={typed}
        onChange={setTyped}
        fault={faults['gigabytes'] ?? faults['form']}
        inputMode="numeric"
      />
      <TextField required label="原因" value={reason} onChange={setReason} fault={faults['reason']} />
      <Button look="primary" type="submit" busy={busy}>
        保存
      </Button>
      <Button onClick={onDone}>取消</Button>
    </form>
  )
}
