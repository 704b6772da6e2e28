import { useState } from 'react'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { Icon } from '../../ui/look/icon.tsx'

type Outcome = 'same' | 'other' | 'unable'

const words = {
  same: '验证通过：该文件与打印时的一字不差',
  other: '验证不通过：该文件与打印时的不同，可能被改动过',
  unable: '本浏览器不能在此计算，请换用 https 地址打开',
} as const

/** Compares a file with what was printed; it is read in this browser and sent nowhere. */
export function CompareFile({ sha256 }: { sha256: string }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState(false)
  const compare = async (file: File) => {
    setBusy(true)
    setOutcome(await outcomeOf(file, sha256))
    setBusy(false)
  }
  return (
    <section className="verify-compare">
      <h2>核对电子文件</h2>
      <p className="x-soft">选择手中的 PDF 与打印时的比对。文件只在您的设备上读取，不上传。</p>
      <FileButton
        label="选择 PDF 文件"
        accept=".pdf,application/pdf"
        busy={busy}
        onTake={(file) => void compare(file)}
      />
      <output data-testid="compared" className={outcome === undefined ? '' : `verify-${outcome}`}>
        {outcome !== undefined && (
          <>
            <Icon name={outcome === 'same' ? 'pass' : 'warn'} />
            {words[outcome]}
          </>
        )}
      </output>
    </section>
  )
}

async function outcomeOf(file: File, expected: string): Promise<Outcome> {
  if (!window.isSecureContext) return 'unable'
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  const found = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return found === expected ? 'same' : 'other'
}
