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
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Pager } from '../../ui/layout/pager.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
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
        <label htmlFor="new-upload">上传文件</label>
        <input
          id="new-upload"
          type="file"
          accept=".jpg,.jpeg,.png,.pdf,.docx,.xlsx"
          disabled={add.isPending}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) add.mutate(file)
          }}
        />
        <span className="x-faint x-dense">jpg、png、pdf、docx、xlsx，不超过 10 MB</span>
      </p>
      {error && <ErrorBox title="文件没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={8} />}
      {data && data.list.length === 0 && <Empty text="还没有上传过文件。" />}
      {data && data.list.length > 0 && (
        <>
          <RowList stale={isPlaceholderData} label="上传的文件">
            {data.list.map((file) => (
              <li key={file.id} className="contents-upload" data-testid="upload-line">
                {file.mime.startsWith('image/') ? (
                  <img src={file.url} alt="" loading="lazy" />
                ) : (
                  <span className="contents-blank" />
                )}
                <span className="contents-grow">
                  <a href={file.url} target="_blank" rel="noreferrer">
                    {file.name}
                  </a>
                  <span className="x-faint x-dense">
                    {'　'}
                    {bytes(file.bytes)}　{listTime(file.at)}
                  </span>
                  <span className="contents-uses x-dense">
                    {file.uses.map((use) => (
                      <Link key={use.id} to={editPathOf(use.type, use.id)}>
                        {contents[use.type].title}：{use.title}
                      </Link>
                    ))}
                    {!file.used && <span className="x-soft">没有用到</span>}
                  </span>
                </span>
                <Button icon="copy" onClick={() => void copy(file.url)}>
                  复制地址<span className="x-hidden">，{file.name}</span>
                </Button>
                {!file.used && (
                  <Button look="danger" onClick={() => void remove(file)}>
                    删除<span className="x-hidden">{file.name}</span>
                  </Button>
                )}
              </li>
            ))}
          </RowList>
          <Pager {...data} onPage={setPage} />
        </>
      )}
    </>
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
