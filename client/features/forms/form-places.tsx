import { useState } from 'react'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useFormPlaces } from './use-office-forms.ts'

/** 栏目清单: what may be written between braces, to be copied into Word. */
export function FormPlaces() {
  const answer = useFormPlaces()
  const [typed, setTyped] = useState('')
  const sought = typed.trim()
  const copy = (name: string) =>
    navigator.clipboard.writeText(`{${name}}`).then(
      () => notify.success(`已复制 {${name}}`),
      () => notify.warn('浏览器不允许复制，请手工输入'),
    )
  return (
    <Panel title="栏目清单">
      <p className="x-soft">
        在 Word 里写花括号和栏目名，如 {'{姓名}'}、{'{学习经历.所学专业}'}
        。可有多条的档案放在表格的一行里，打印时每条一行。
      </p>
      <TextField label="搜索栏目" value={typed} onChange={setTyped} />
      <Loaded answer={answer} failed="栏目清单打开失败" lines={6}>
        {({ list }) => (
          <div className="office-places">
            {list
              .map((group) => ({
                ...group,
                places: group.places.filter(({ name }) => name.includes(sought)),
              }))
              .filter(({ places }) => places.length > 0)
              .map(({ title, repeats, places }) => (
                <details key={title} open={sought !== '' || title === '通用'}>
                  <summary>
                    {title}
                    <span className="x-faint x-dense">
                      　{places.length} 栏{repeats ? '，每条一行' : ''}
                    </span>
                  </summary>
                  <ul>
                    {places.map(({ name, masked, own }) => (
                      <li key={name}>
                        <Button look="text" onClick={() => void copy(name)}>
                          {`{${name}}`}
                        </Button>
                        <span className="x-faint x-dense">
                          {own ? '　自有栏目' : ''}
                          {masked ? '　无权查看的人只见部分' : ''}
                        </span>
                      </li>
                    ))}
                  </ul>
                </details>
              ))}
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
