import { endingsOf } from '../../../catalogue/kinds/file-types.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { useFileAddress } from './addresses.ts'
import './evidence.css'

/** A small picture of a file: the image itself, a sign for everything else. */
export function FileImage({ id, alt }: { id: string; alt: string }) {
  const { data, isError } = useFileAddress(id)
  if (data?.mime.startsWith('image/'))
    return <img className="xr-thumb" src={data.preview_url} alt={alt} loading="lazy" />
  const word = isError ? '打不开' : data ? (endingsOf(data.mime)[0]?.toUpperCase() ?? '文件') : ''
  return (
    <span className="xr-thumb xr-thumb-sign">
      <Icon name="file" />
      {word}
    </span>
  )
}
