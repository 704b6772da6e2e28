import { BarChart, CustomChart, LineChart, ScatterChart } from 'echarts/charts'
import type {
  BarSeriesOption,
  CustomSeriesOption,
  LineSeriesOption,
  ScatterSeriesOption,
} from 'echarts/charts'
import { GridComponent, MarkLineComponent } from 'echarts/components'
import type { GridComponentOption, MarkLineComponentOption } from 'echarts/components'
import { init, use, type ComposeOption, type ECharts } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([BarChart, CustomChart, LineChart, ScatterChart, GridComponent, MarkLineComponent, SVGRenderer])

/** What a picture is drawn from. */
export type Drawing = ComposeOption<
  | BarSeriesOption
  | CustomSeriesOption
  | LineSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | MarkLineComponentOption
>
export type Series = BarSeriesOption | CustomSeriesOption | LineSeriesOption | ScatterSeriesOption
export type Chart = ECharts

/** A picture in an element, in SVG: sharp at any size and on paper, its colours are those of the tokens. */
export const chartIn = (element: HTMLElement): Chart => init(element, null, { renderer: 'svg' })
