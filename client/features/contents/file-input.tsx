import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import type { ContentFile } from '../../../catalogue/contract/portal.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { askUploadLimits, upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button.tsx'
import { Meter } from '../../ui/meter.tsx'

const megabytes = (value: number) => `${Math.floor(value / 1024 / 1024)} MB`

/**
 * One file or several of a content: uploaded at once, kept by their ids. `known` are those the server has
 * named.
 */
export function FileInput({
  id,
  field,
  value,
  known,
  describedBy,
  onChange,
}: {
  id: string
  field: Field
  value: unknown
  known: readonly ContentFile[]
  describedBy: string | undefined
  onChange: (value: unknown) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<{ name: string; share: number } | null>(null)
  const stop = useRef<AbortController>(null)
  const sizes = useId()
  const recordings = field.accept?.includes('mp4') === true
  const { data: limits } = useQuery({
    queryKey: ['upload limits'],
    queryFn: askUploadLimits,
    enabled: recordings,
  })
  // Whoever leaves the page stops sending.
  useEffect(() => () => stop.current?.abort(), [])
  const [fault, setFault] = useState('')
  const [fresh, setFresh] = useState<{ id: string; name: string; url: string }[]>([])
  const held = [value].flat().filter((one): one is string => typeof one === 'string')
  const files = held.map(
    (one) => [...known, ...fresh].find((file) => file.id === one) ?? { id: one, name: '文件', url: '' },
  )
  const take = async (file: File | undefined) => {
    if (!file) return
    const control = new AbortController()
    stop.current = control
    setSent({ name: file.name, share: 0 })
    setFault('')
    try {
      const done = await upload(file, {
        onProgress: (share) => setSent({ name: file.name, share }),
        signal: control.signal,
      })
      setFresh((list) => [
        ...list,
        {
          id: done.id,
          name: done.name,
          url: file.type.startsWith('image/') ? URL.createObjectURL(file) : '',
        },
      ])
      onChange(field.multiple ? [...held, done.id] : done.id)
    } catch (error) {
      setFault(control.signal.aborted ? `“${file.name}”没有上传` : sentenceOf(error))
    } finally {
      setSent(null)
      if (input.current) input.current.value = ''
    }
  }
  return (
    <div className="contents-files">
      {files.map((file) => (
        <span key={file.id} className="contents-file">
          {file.url && /\.(jpe?g|png)$/i.test(file.name) ? (
            <img src={file.url} alt={file.name} />
          ) : (
            <span>{file.name}</span>
          )}
          <Button
            look="text"
            onClick={() => onChange(field.multiple ? held.filter((one) => one !== file.id) : null)}
          >
            移除<span className="x-hidden">{file.name}</span>
          </Button>
        </span>
      ))}
      <input
        ref={input}
        id={id}
        type="file"
        accept={field.accept?.map((ending) => `.${ending}`).join(',')}
        aria-describedby={[describedBy, limits && sizes].filter(Boolean).join(' ') || undefined}
        disabled={sent !== null}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      {limits && (
        <span id={sizes} className="x-faint x-dense">
          视频不超过 {megabytes(limits.video)}，录音不超过 {megabytes(limits.audio)}，其他文件不超过{' '}
          {megabytes(limits.file)}
        </span>
      )}
      {sent && (
        <span className="contents-file">
          <Meter percent={Math.min(99, Math.floor(sent.share * 100))} label={`上传 ${sent.name}`} />
          <span className="x-soft x-num">
            {sent.share < 1 ? `正在上传 ${Math.floor(sent.share * 100)}%` : '正在保存…'}
          </span>
          <Button look="text" onClick={() => stop.current?.abort()}>
            停止上传
          </Button>
        </span>
      )}
      {fault && (
        <span role="alert" className="contents-fault">
          {fault}
        </span>
      )}
    </div>
  )
}
