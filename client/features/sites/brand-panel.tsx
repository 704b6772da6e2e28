import { useState } from 'react'
import type { SiteBrand } from '../../../catalogue/sites/body.ts'
import { paletteNames, palettes } from '../../../catalogue/sites/palettes.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { upload } from '../../platform/api/upload.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { LinkList } from './link-list.tsx'
import { faultAt, type PartProps } from './use-site-draft.ts'

type Fact = 'name' | 'runBy' | 'filingNo'
const changed: Readonly<Record<Fact, (value: string | null) => Partial<SiteBrand>>> = {
  name: (name) => ({ name }),
  runBy: (runBy) => ({ runBy }),
  filingNo: (filingNo) => ({ filingNo }),
}

/** Name, mark, colours and foot. What is left empty is that of the area above, then the region's. */
export function BrandPanel({ body, onChange, errors, logoUrl }: PartProps & { logoUrl: string | null }) {
  const { brand } = body
  const put = (part: Partial<SiteBrand>) => onChange({ ...body, brand: { ...brand, ...part } })
  const text = (key: Fact, label: string, most: number, help: string) => (
    <TextField
      label={label}
      value={brand[key] ?? ''}
      maxLength={most}
      help={help}
      fault={faultAt(errors, `brand.${key}`)}
      onChange={(value) => put(changed[key](value === '' ? null : value))}
    />
  )
  return (
    <Panel title="名称与外观">
      <div className="sites-fields">
        {text('name', '站点名称', 40, '不填用站点方案的名称')}
        {text('runBy', '主办单位', 60, '不填用全区域的主办单位')}
        {text('filingNo', '备案号', 60, '该域名自己的 ICP 备案号')}
        <Mark
          shown={brand.logo === null ? null : logoUrl}
          fault={faultAt(errors, 'brand.logo')}
          onChange={(logo) => put({ logo })}
        />
        <fieldset className="sites-palettes">
          <legend>配色</legend>
          <label>
            <input
              type="radio"
              name="palette"
              checked={brand.palette === null}
              onChange={() => put({ palette: null })}
            />
            沿用上级
          </label>
          {paletteNames.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="palette"
                checked={brand.palette === name}
                onChange={() => put({ palette: name })}
              />
              <i style={{ background: palettes[name].light }} aria-hidden="true" />
              {palettes[name].label}
            </label>
          ))}
        </fieldset>
        <LinkList
          title="页脚链接"
          name="brand.foot"
          most={12}
          links={brand.foot}
          errors={errors}
          onChange={(foot) => put({ foot })}
        />
      </div>
    </Panel>
  )
}

function Mark({
  shown,
  fault,
  onChange,
}: {
  shown: string | null
  fault: string | undefined
  onChange: (logo: string | null) => void
}) {
  const [fresh, setFresh] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const url = fresh ?? shown
  const take = async (file: File) => {
    setBusy(true)
    try {
      const { id } = await upload(file)
      setFresh(URL.createObjectURL(file))
      onChange(id)
    } catch (error) {
      notify.error(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  const remove = () => {
    setFresh(null)
    onChange(null)
  }
  return (
    <div className="sites-mark">
      <span>标志</span>
      {url !== null && <img src={url} alt="站点的标志" />}
      <FileButton
        label={url === null ? '上传标志' : '换一张标志'}
        accept="image/png,image/jpeg"
        busy={isBusy}
        onTake={(file) => void take(file)}
      />
      {url !== null && (
        <Button look="text" onClick={remove}>
          移除标志
        </Button>
      )}
      {fault !== undefined && <p className="sites-fault">{fault}</p>}
    </div>
  )
}
