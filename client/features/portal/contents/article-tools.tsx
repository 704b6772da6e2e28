import { useEffect, useState } from 'react'
import { readItem, writeItem } from '../../../platform/storage/storage.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { useModalDialog } from '../../../ui/feedback/modal-dialog.ts'
import { qrPicture } from '../../../ui/look/qr-picture.ts'

const sizes = [
  { key: 'usual', label: '标准' },
  { key: 'large', label: '大' },
  { key: 'largest', label: '特大' },
] as const
type Size = (typeof sizes)[number]['key']

const key = 'xt-reading-size'
const isSize = (text: string | null): text is Size => sizes.some((one) => one.key === text)

/** The size in which this device reads articles; kept for the next one. */
export function useReadingSize(): [Size, (to: Size) => void] {
  const [size, setSize] = useState<Size>(() => {
    const kept = readItem(key)
    return isSize(kept) ? kept : 'usual'
  })
  const choose = (to: Size) => {
    writeItem(key, to)
    setSize(to)
  }
  return [size, choose]
}

/**
 * What a reader does with an article: a size to read in, paper, and its address for a phone or somebody else.
 */
export function ArticleTools({ size, onSize }: { size: Size; onSize: (to: Size) => void }) {
  const [sharing, setSharing] = useState(false)
  return (
    <div className="portal-tools">
      <fieldset aria-label="字号">
        <span className="x-soft">字号</span>
        {sizes.map((one) => (
          <Button key={one.key} look="text" aria-pressed={one.key === size} onClick={() => onSize(one.key)}>
            {one.label}
          </Button>
        ))}
      </fieldset>
      <Button look="text" icon="print" onClick={() => window.print()}>
        打印
      </Button>
      <Button look="text" icon="copy" onClick={() => setSharing(true)}>
        分享
      </Button>
      {sharing && <Share onClose={() => setSharing(false)} />}
    </div>
  )
}

/** The address as a code to scan and as text to copy; its query goes along, what stands behind # does not. */
function Share({ onClose }: { onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const address = location.origin + location.pathname + location.search
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    void qrPicture(address).then(setPicture)
  }, [address])
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => notify.success('链接已复制'),
      () => notify.warn('浏览器不让复制，请手工选择上面的链接'),
    )
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="portal-share">
      <h2 id="portal-share">分享</h2>
      <div className="x-dialog-fields portal-share">
        {picture && <img src={picture} alt="二维码：用手机扫描后打开这一篇" width={180} height={180} />}
        <p className="x-soft">用微信或手机相机扫描，或复制链接发给他人。</p>
        <p className="portal-address">{address}</p>
      </div>
      <footer>
        <Button onClick={onClose}>关闭</Button>
        <Button look="primary" onClick={() => void copy()}>
          复制链接
        </Button>
      </footer>
    </dialog>
  )
}
