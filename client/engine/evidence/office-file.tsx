import type { FileRef } from '../../../catalogue/contract/records.ts'
import { bytes } from '../../platform/format.ts'
import { Icon } from '../../ui/icon.tsx'

/** A document of an office: not shown here, handed out to be opened where it was made. */
export function OfficeFile({ file, address }: { file: FileRef; address: string }) {
  return (
    <div className="xr-office">
      <Icon name="file" />
      <p>
        <b>{file.name}</b>
        <span className="x-faint">　{bytes(file.bytes)}</span>
      </p>
      <p className="x-soft x-dense">Word 和 Excel 文件在这里看不了，请下载后打开。</p>
      <a className="x-button" href={address} download={file.name} aria-label={`下载 ${file.name}，${bytes(file.bytes)}`}>
        <Icon name="download" />
        下载
      </a>
    </div>
  )
}
