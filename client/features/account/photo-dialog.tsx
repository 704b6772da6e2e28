import { useEffect, useId, useRef, useState, type PointerEvent } from 'react'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useAccountActs } from './use-account.ts'

/** 26:32, the measure of a photo on official papers; twice what is shown. */
const size = { width: 416, height: 512 } as const

/** Place of the middle of the cut in the picture, both 0 to 1, and how far it is drawn up. */
interface Cut {
  readonly x: number
  readonly y: number
  readonly zoom: number
}
const wholeCut: Cut = { x: 0.5, y: 0.5, zoom: 1 }
const within = (value: number) => Math.min(1, Math.max(0, value))

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, zoom }: Cut) {
  const scale = Math.max(size.width / picture.width, size.height / picture.height) * zoom
  const [width, height] = [picture.width * scale, picture.height * scale]
  const pen = canvas.getContext('2d')
  pen?.drawImage(picture, (size.width - width) * x, (size.height - height) * y, width, height)
}

const sliders = [
  ['zoom', '大小', 1, 4],
  ['x', '左右', 0, 1],
  ['y', '上下', 0, 1],
] as const

/** Chooses a picture and cuts it to 26:32: by dragging, or with the sliders. */
export function PhotoDialog({ onClose }: { onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [cut, setCut] = useState(wholeCut)
  const { busy, faults, setFaults, run } = useAct([])
  const { changePhoto } = useAccountActs()
  const id = useId()
  useEffect(() => {
    if (canvas.current && picture) draw(canvas.current, picture, cut)
  }, [picture, cut])

  async function choose(file: File | undefined) {
    if (!file) return
    setFaults({})
    try {
      setPicture(await createImageBitmap(file))
      setCut(wholeCut)
    } catch {
      setFaults({ form: '该图片打不开，请换一张 jpg 或 png 图片' })
    }
  }

  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return
    setCut({ ...cut, x: within(cut.x - event.movementX / 200), y: within(cut.y - event.movementY / 200) })
  }

  const save = () =>
    run(async () => {
      const blob = await new Promise<Blob | null>((done) => canvas.current?.toBlob(done, 'image/jpeg', 0.9))
      if (blob === null) throw new Error('no picture')
      await changePhoto(new File([blob], '照片.jpg', { type: 'image/jpeg' }))
      notify.success('照片已更换')
      onClose()
    })

  return (
    <dialog ref={dialog} className="x-dialog personal-photo-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>更换照片</h2>
      <p>用近期正面免冠照片，jpg 或 png。框内是要用的部分，可以拖动。</p>
      <div className="personal-cut">
        {/* The browser's own button speaks the browser's language. */}
        <label className="x-button personal-choose">
          {picture === null ? '选择图片' : '换一张图片'}
          <input
            className="x-hidden"
            type="file"
            accept="image/jpeg,image/png"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </label>
        {picture !== null && (
          <>
            <canvas ref={canvas} {...size} onPointerMove={drag}>
              照片要用的部分
            </canvas>
            {sliders.map(([part, label, min, max]) => (
              <label key={part}>
                {label}
                <input
                  type="range"
                  min={min}
                  max={max}
                  step="0.01"
                  value={cut[part]}
                  onChange={(event) => setCut({ ...cut, [part]: Number(event.target.value) })}
                />
              </label>
            ))}
          </>
        )}
        {faults['form'] !== undefined && <ErrorBox title="照片更换失败" detail={faults['form']} />}
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button look="primary" busy={busy} disabled={picture === null} onClick={() => void save()}>
          保存照片
        </Button>
      </footer>
    </dialog>
  )
}
