import type { ThemeConfig } from 'antd/es/config-provider/context'
import theme from 'antd/es/theme'

type Tokens = NonNullable<ThemeConfig['token']>
type Components = NonNullable<ThemeConfig['components']>

/** The present value of a token of tokens.css, so that antd and our own parts share one source. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim()
}

const size = (name: string) => Number.parseFloat(token(name))

/** The antd theme for the present values of the tokens; call it again after a switch of theme or mode. */
export function antdTheme({ elder, dark }: { elder: boolean; dark: boolean }): ThemeConfig {
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { prefix: 'xt' },
    hashed: false,
    token: { ...colours(), ...sizes(), motion: !elder, zIndexPopupBase: size('layer-popup') },
    components: inputs(),
  }
}

function colours(): Tokens {
  return {
    colorPrimary: token('color-primary'),
    colorPrimaryHover: token('color-primary-hover'),
    colorPrimaryActive: token('color-primary-active'),
    colorPrimaryBg: token('color-primary-soft'),
    colorPrimaryBgHover: token('color-selected'),
    colorPrimaryBorder: token('color-primary-line'),
    colorLink: token('color-link'),
    colorLinkHover: token('color-primary-hover'),
    colorInfo: token('color-primary'),
    colorInfoBg: token('color-hover'),
    colorInfoBorder: token('color-primary-line'),
    colorSuccess: token('color-success'),
    colorSuccessText: token('color-success-text'),
    colorSuccessBg: token('color-success-soft'),
    colorSuccessBorder: token('color-success-line'),
    colorWarning: token('color-accent'),
    colorWarningText: token('color-accent-text'),
    colorWarningBg: token('color-accent-wash'),
    colorWarningBorder: token('color-accent-line'),
    colorError: token('color-danger'),
    colorErrorText: token('color-danger-text'),
    colorErrorBg: token('color-danger-wash'),
    colorErrorBorder: token('color-danger-line'),
    colorText: token('color-text'),
    colorTextSecondary: token('color-text-soft'),
    colorTextTertiary: token('color-text-faint'),
    colorTextDescription: token('color-text-faint'),
    // Arrows and crosses within controls need a contrast of 3:1.
    colorTextQuaternary: token('color-control'),
    colorTextPlaceholder: token('color-text-faint'),
    colorTextHeading: token('color-text'),
    colorTextLabel: token('color-text-soft'),
    // antd’s grey for disabled text has less than 4.5:1, and disabled text still has to be read.
    colorTextDisabled: token('color-text-faint'),
    colorTextLightSolid: token('color-on-primary'),
    colorBgLayout: token('color-page'),
    colorBgContainer: token('color-surface'),
    colorBgElevated: token('color-surface'),
    colorBgMask: token('color-mask'),
    colorFillAlter: token('color-sunken'),
    colorFillSecondary: token('color-fill'),
    colorBorder: token('color-line-strong'),
    colorBorderSecondary: token('color-line'),
    colorSplit: token('color-line'),
    controlItemBgHover: token('color-hover'),
    controlItemBgActive: token('color-selected'),
    controlOutline: token('color-focus'),
  }
}

function sizes(): Tokens {
  const body = size('text-body')
  return {
    fontFamily: token('font-sans'),
    fontSize: body,
    fontSizeSM: size('text-dense'),
    fontSizeLG: size('text-read'),
    fontSizeHeading1: size('text-big'),
    fontSizeHeading2: size('text-page-title'),
    fontSizeHeading3: size('text-read'),
    fontSizeHeading4: body,
    fontSizeHeading5: body,
    lineHeight: size('leading-work'),
    fontWeightStrong: size('weight-bold'),
    borderRadius: size('radius-2'),
    borderRadiusSM: size('radius-2'),
    borderRadiusLG: size('radius-3'),
    borderRadiusXS: size('radius-1'),
    controlHeight: size('size-control'),
    controlHeightSM: size('size-control-small'),
    controlHeightLG: size('size-control-large'),
    lineWidthFocus: size('focus-width'),
    boxShadow: token('shadow-layer'),
    boxShadowSecondary: token('shadow-layer'),
    boxShadowTertiary: 'none',
    motionDurationFast: token('motion-fast'),
    motionDurationMid: token('motion-base'),
    motionDurationSlow: token('motion-base'),
    linkHoverDecoration: 'underline',
    linkFocusDecoration: 'underline',
  }
}

function inputs(): Components {
  const border = { colorBorder: token('color-control') }
  return {
    Input: {
      ...border,
      activeShadow: `0 0 0 2px ${token('color-primary-soft')}`,
      errorActiveShadow: `0 0 0 2px ${token('color-danger-soft')}`,
      inputFontSizeSM: size('text-dense'),
    },
    Select: {
      ...border,
      optionFontSize: size('text-dense'),
      optionHeight: size('size-control-small'),
      optionSelectedBg: token('color-selected'),
      optionSelectedColor: token('color-text'),
      optionActiveBg: token('color-hover'),
    },
    Checkbox: border,
  }
}
