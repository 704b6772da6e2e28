import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import {
  fileRoom,
  nearFull,
  ownFiles,
  takenOf,
  type OwnFile,
  type Room,
} from '../../../catalogue/contract/file-quota.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { bytes, listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { roomText } from './words.ts'

const key = ['file room']

/** How much room for files is taken, of the teacher and of the school, and the files that take it. */
export function RoomBar() {
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get('/api/v1/fileQuota', { schema: fileRoom, signal, quiet: true }),
    staleTime: 0,
  })
  const [isOpen, setOpen] = useState(false)
  if (!data) return null
  const { school, own, raisedBy } = data
  const isNear = own !== null && takenOf(own) >= nearFull
  return (
    <section className="library-room" aria-label="文件空间">
      {own && <RoomLine name="我的文件空间" room={own} advice="请删除不用的文件，或请学校调高" />}
      <RoomLine
        name="本校文件空间"
        room={school}
        advice={`需要更多时请联系${raisedBy || '系统管理员'}调高`}
      />
      <Button look="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? '收起我上传的文件' : isNear ? '删除不用的文件' : '我上传的文件'}
      </Button>
      {isOpen && <OwnFiles />}
    </section>
  )
}

function RoomLine({ name, room, advice }: { name: string; room: Room; advice: string }) {
  const taken = takenOf(room)
  return (
    <p className="library-room-line">
      <span>{name}</span>
      <Meter percent={taken} label={`${name}已用 ${taken}%`} />
      <span className="x-num x-soft">{roomText(room)}</span>
      {taken >= nearFull && (
        <output className="library-full">
          {taken >= 100 ? '已满，不能再上传。' : '快要用完。'}
          {advice}
        </output>
      )}
    </p>
  )
}

function OwnFiles() {
  const cache = useQueryClient()
  const [page, setPage] = useState(1)
  const answer = useQuery({
    queryKey: [...key, 'files', page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/fileQuota/files', { schema: ownFiles, query: { page }, signal, quiet: true }),
    staleTime: 0,
  })
  const remove = async ({ id, name }: OwnFile) => {
    const asked = { title: `删除“${name}”？`, text: '删除后不能找回。', ok: '删除', danger: true }
    if (!(await confirm(asked))) return
    try {
      await api.del(`/api/v1/fileQuota/files/${id}`, { schema: z.boolean() })
      notify.success('已删除')
    } catch (fault) {
      notify.warn(sentenceOf(fault))
    }
    await cache.invalidateQueries({ queryKey: key })
  }
  return (
    <Loaded answer={answer} failed="文件打开失败" lines={4}>
      {(data) =>
        data.list.length === 0 ? (
          <Empty text="暂无上传的文件。" />
        ) : (
          <>
            <LineTable
              label="我上传的文件"
              lines={data.list}
              columns={columnsOf((file) => void remove(file))}
              keyOf={({ id }) => id}
              stale={answer.isPlaceholderData}
              testId="own-file"
            />
            <Pager {...data} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  )
}

const columnsOf = (onRemove: (file: OwnFile) => void): readonly LineColumn<OwnFile>[] => [
  { key: 'name', title: '文件名', wide: true, render: ({ name }) => name },
  { key: 'bytes', title: '大小', render: (file) => <span className="x-num">{bytes(file.bytes)}</span> },
  { key: 'at', title: '上传时间', render: ({ at }) => <span className="x-num">{listTime(at)}</span> },
  {
    key: 'act',
    title: '操作',
    render: (file) => (
      <Button look="text" aria-label={`删除 ${file.name}`} onClick={() => onRemove(file)}>
        删除
      </Button>
    ),
  },
]
