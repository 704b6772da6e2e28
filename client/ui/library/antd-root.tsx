import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import { useMemo, type ReactNode } from 'react'
import { pageNonce } from '../../platform/page-nonce.ts'
import { usePreferences } from '../../platform/storage/preferences.ts'
import { Icon } from '../look/icon.tsx'
import { antdTheme } from './antd-theme.ts'

const csp = pageNonce ? { csp: { nonce: pageNonce } } : {}

/** The frame of every page that uses antd: theme, language, small controls (large ones in 长者模式). */
export function AntdRoot({ children }: { children: ReactNode }) {
  const shown = usePreferences()
  const theme = useMemo(() => antdTheme(shown), [shown])
  return (
    <ConfigProvider
      {...csp}
      theme={theme}
      locale={zhCN}
      renderEmpty={() => <span className="x-faint">没有这一项</span>}
      componentSize={shown.elder ? 'large' : 'small'}
      button={{ autoInsertSpace: false }}
      // Its own sign is read out as “down”, in English.
      select={{ suffixIcon: <Icon name="down" /> }}
      cascader={{ suffixIcon: <Icon name="down" /> }}
      form={{ colon: false, scrollToFirstError: { block: 'center', focus: true } }}
    >
      {children}
    </ConfigProvider>
  )
}
