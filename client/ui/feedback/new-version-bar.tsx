import { Button } from '../forms/button.tsx'
import { Icon } from '../look/icon.tsx'
import { createStore } from './store.ts'

/** Whether the server has a newer version than this window. */
export const newVersion = createStore(false)

/** Says quietly that there is a newer version. Nothing is loaded anew until the person asks for it. */
export function NewVersionBar() {
  const shown = newVersion.use()
  return (
    <output>
      {shown && (
        <p className="x-newer">
          <Icon name="info" />
          <span>有新版本，刷新后使用。</span>
          <Button look="text" onClick={() => location.reload()}>
            刷新
          </Button>
          <Button look="text" onClick={() => newVersion.set(false)}>
            稍后
          </Button>
        </p>
      )}
    </output>
  )
}
