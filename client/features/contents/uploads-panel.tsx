import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { contents } from '../../../catalogue/contents/contents.ts'
import { uploadPage, type UploadLine } from '../../../catalogue/contract/portal/contents.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { bytes, listTime } from '../../platform/format.ts'
import { upload } from '../../platform/api/upload.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Pager } from '../../ui/layout/pager.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { editPathOf } from './paths.ts'

/**
 * The files that administrators uploaded: their address, where they are used, deletion of those nobody uses.
 */
export function UploadsPanel() {
  const cache = useQueryClient()
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['uploads', page],
    queryFn: ({ signal }) =>
      api.get('/api/v1/uploads', { schema: uploadPage, query: { page, pageSize: 20 }, quiet: true, signal }),
    staleTime: 0,
  })
  const again = () => cache.invalidateQueries({ queryKey: ['uploads'] })
  const add = useMutation({
    mutationFn: (file: File) => upload(file),
    onSuccess: async () => {
      notify.success('已上传')
      await again()
    },
    onError: (fault) => notify.warn(sentenceOf(fault)),
  })
  const remove = async (file: UploadLine) => {
    if (
      !(await confirm({ title: `删除“${file.name}”？`, text: '删除后不能找回。', ok: '删除', danger: true }))
    )
      return
    try {
      await api.del(`/api/v1/uploads/${file.id}`, { schema: z.boolean() })
      notify.success('已删除')
      await again()
    } catch (fault) {
      notify.warn(sentenceOf(fault))
    }
  }
  return (
    <>
      <p className="contents-take">
        <FileButton
          label="上传文件"
          accept=".jpg,.jpeg,.png,.pdf,.docx,.xlsx"
          primary
          busy={add.isPending}
          onTake={(file) => add.mutate(file)}
        />
        <span className="x-faint x-dense">jpg、png、pdf、docx、xlsx，不超过 10 MB</span>
      </p>
      {error && <ErrorBox title="文件打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && data.list.length === 0 && <Empty text="暂无已上传的文件。" />}
      {data && data.list.length > 0 && (
        <>
          <LineTable
            label="上传的文件"
            lines={data.list}
            columns={columnsOf((file) => void remove(file))}
            keyOf={({ id }) => id}
            stale={isPlaceholderData}
            testId="upload-line"
          />
          <Pager {...data} onPage={setPage} />
        </>
      )}
    </>
  )
}

const columnsOf = (onRemove: (file: UploadLine) => void): readonly LineColumn<UploadLine>[] => [
  { key: 'name', title: '文件', wide: true, render: (file) => <Named file={file} /> },
  {
    key: 'uses',
    title: '用在哪里',
    render: ({ uses, used }) => (
      <span className="contents-uses">
        {uses.map((use) => (
          <Link key={use.id} to={editPathOf(use.type, use.id)}>
            {contents[use.type].title}：{use.title}
          </Link>
        ))}
        {!used && <span className="x-soft">没有用到</span>}
      </span>
    ),
  },
  { key: 'bytes', title: '大小', figure: true, render: (file) => bytes(file.bytes) },
  { key: 'at', title: '上传时间', render: ({ at }) => <span className="x-num">{listTime(at)}</span> },
  {
    key: 'acts',
    title: '操作',
    render: (file) => (
      <span className="contents-file-acts">
        <Button look="text" icon="copy" onClick={() => void copy(file.url)}>
          复制地址<span className="x-hidden">，{file.name}</span>
        </Button>
        {!file.used && (
          <Button look="text" icon="trash" onClick={() => onRemove(file)}>
            删除<span className="x-hidden">{file.name}</span>
          </Button>
        )}
      </span>
    ),
  },
]

function Named({ file: { mime, url, name } }: { file: UploadLine }) {
  return (
    <span className="contents-upload">
      {mime.startsWith('image/') ? (
        <img src={url} alt="" loading="lazy" />
      ) : (
        <span className="contents-blank" />
      )}
      <a href={url} target="_blank" rel="noreferrer">
        {name}
      </a>
    </span>
  )
}

/** The address works for about a day; on plain http a browser gives no clipboard. */
async function copy(url: string) {
  const full = new URL(url, location.href).href
  try {
    await navigator.clipboard.writeText(full)
    notify.success('地址已复制，明天之内有效')
  } catch {
    notify.info(full, { stay: 20_000 })
  }
}
