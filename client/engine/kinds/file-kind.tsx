import { useQuery } from '@tanstack/react-query'
import { use, useId } from 'react'
import { scans, sizeText } from '../../../catalogue/kinds/file-types.ts'
import { askUploadLimits } from '../../platform/api/upload.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useFileAddress } from '../evidence/addresses.ts'
import { FileImage } from '../evidence/file-image.tsx'
import { limitsSentence, refusalOf } from '../evidence/limits.ts'
import { isEmpty, members } from '../values.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'
import { Sending, UnfinishedUploads } from './sending.tsx'
import { Surroundings } from './surroundings.ts'
import { useTellsUnfinished } from './unfinished-once.ts'
import { useSending } from './use-sending.ts'
import './kinds.css'

/** One file or several, each uploaded as soon as it is chosen. The limits stand above the button. */
function FileInput(props: InputProps) {
  const { id, field, value, describedBy, onChange } = props
  const held = members(value).map(String)
  const many = field.multiple === true
  const says = useId()
  const limits = useLimits(props)
  const { sent, fault, send, hold, stop } = useSending(limits.refuse, (file) => {
    onChange(many ? [...held, file] : file)
  })
  const tellsUnfinished = useTellsUnfinished(limits.recordings, sent !== null)
  const remove = (file: string) => {
    const left = held.filter((one) => one !== file)
    onChange(left.length > 0 ? left : null)
  }
  return (
    <div className="xr-held">
      {held.map((file) => (
        <HeldFile key={file} id={file} onRemove={() => remove(file)} />
      ))}
      <div>
        <p className="x-note x-faint" id={says}>
          {limits.sentence}
        </p>
        <label className="x-button" htmlFor={id}>
          {many && held.length > 0 ? '再传一个' : isEmpty(value) ? '选择文件' : '换一个'}
        </label>
        <input
          id={id}
          type="file"
          className="x-hidden"
          accept={limits.accept.map((ending) => `.${ending}`).join(',')}
          aria-describedby={[says, describedBy].filter(Boolean).join(' ')}
          disabled={sent !== null}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void send(file)
          }}
        />
        {sent && <Sending {...sent} onHold={hold} onStop={stop} />}
        {tellsUnfinished && <UnfinishedUploads />}
        {fault && (
          <p className="xr-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}

const severalSentence = (most: number | undefined): string =>
  most === undefined ? '可传多份，' : `至多 ${most} 份，`

/** The limits of an upload. Those of recordings depend on the account, so the server is asked. */
function useLimits({ field }: InputProps) {
  const { accept = scans, maxSizeMB = 10, multiple, most } = field
  const recordings = accept.includes('mp4')
  const { data } = useQuery({ queryKey: ['upload limits'], queryFn: askUploadLimits, enabled: recordings })
  const limits = { maxCount: 1, maxSizeMB, accept, required: false }
  if (!recordings)
    return {
      accept,
      recordings,
      sentence: `${multiple ? severalSentence(most) : ''}${limitsSentence(limits)}`,
      refuse: (file: File) => refusalOf(limits, file),
    }
  return {
    accept,
    recordings,
    sentence: data
      ? `视频不超过 ${sizeText(data.video)}，录音不超过 ${sizeText(data.audio)}，其他文件不超过 ${sizeText(data.file)}`
      : '',
    // The upload itself judges the size of recordings (platform/api/upload).
    refuse: (file: File) => refusalOf({ ...limits, maxSizeMB: Number.POSITIVE_INFINITY }, file),
  }
}

function HeldFile({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { files } = use(Surroundings)
  const known = files.find((file) => file.id === id)
  return known ? (
    <Held
      name={known.name}
      picture={known.mime.startsWith('image/') ? known.url : null}
      onRemove={onRemove}
    />
  ) : (
    <AskedFile id={id} onRemove={onRemove} />
  )
}

function AskedFile({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useFileAddress(id)
  const picture = data?.mime.startsWith('image/') ? data.preview_url : null
  return <Held name={data?.name ?? '文件'} picture={picture} onRemove={onRemove} />
}

function Held({ name, picture, onRemove }: { name: string; picture: string | null; onRemove: () => void }) {
  return (
    <span className="xr-held-file">
      {picture ? <img className="xr-thumb" src={picture} alt={name} /> : <span>{name}</span>}
      <Button look="text" onClick={onRemove}>
        移除<span className="x-hidden">{name}</span>
      </Button>
    </span>
  )
}

function FileDisplay({ field, value }: DisplayProps) {
  const { files } = use(Surroundings)
  return (
    <span className="xr-held">
      {members(value).map((one) => {
        const known = files.find((file) => file.id === one)
        return known ? (
          <a key={known.id} href={known.url} target="_blank" rel="noopener noreferrer">
            {known.name}
          </a>
        ) : (
          <FileImage key={String(one)} id={String(one)} alt={field.label} />
        )
      })}
    </span>
  )
}

export const fileKind: ClientKind = { Input: FileInput, Display: FileDisplay, text: () => null, Filter: null }
