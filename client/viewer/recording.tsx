import { useState, type RefObject } from 'react'
import { ErrorBox } from '../ui/feedback/error-box.tsx'
import { useFullLine } from './use-full-line.ts'
import './viewer.css'

/**
 * Film or sound. Sound with captions is played as film is, because a player of sound has no place for them.
 * `player` gets the player of a film, `onLength` its seconds once they are known.
 */
export function Recording({
  type,
  url,
  name,
  captions,
  poster = null,
  player,
  onLength,
}: {
  type: 'video' | 'audio'
  url: string
  name: string
  captions: string | null
  poster?: string | null
  player?: RefObject<HTMLVideoElement | null>
  onLength?: (seconds: number) => void
}) {
  const [failed, setFailed] = useState(false)
  const { said, onError } = useFullLine(() => setFailed(true))
  const shared = {
    className: 'xv-media',
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': name,
    onError: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => onError(currentTarget, url),
  } as const
  return (
    <>
      {failed && (
        <ErrorBox
          title={`“${name}”播放失败`}
          detail="文件可能损坏，或本浏览器放不了这种格式，请下载后播放。"
        />
      )}
      <output className="xv-line">{said}</output>
      {type === 'video' || captions !== null ? (
        <video
          {...shared}
          ref={player}
          {...(poster !== null && { poster })}
          onLoadedMetadata={({ currentTarget }) => onLength?.(currentTarget.duration || 0)}
        >
          <Captions kind="captions" address={captions} />
        </video>
      ) : (
        <audio {...shared}>
          <Captions kind="captions" address={captions} />
        </audio>
      )}
      {captions === null && (
        <p className="x-soft x-dense">没有字幕。上传时附上同名的 vtt 文件，就会随播放显示。</p>
      )}
    </>
  )
}

/** The captions of a recording, where somebody gave some. */
function Captions({ kind, address }: { kind: 'captions'; address: string | null }) {
  return address === null ? null : <track kind={kind} src={address} srcLang="zh" label="字幕" default />
}
