import type { DeviceSource } from '@sukoyaka/wire/record/device'

export const deviceKinds = ['watch', 'other', 'phone'] as const
export type DeviceKind = (typeof deviceKinds)[number]

const watches = /watch|ウォッチ|fitbit|charge|\bband\b|\bring\b|garmin|forerunner|vivosmart|whoop/i
const phones = /phone|pixel|galaxy s\d|xperia|aquos|arrows|スマートフォン/i

/** Kind of a source, by its model, else by its maker and app. It decides the picture and, until somebody sets another order, the order of the sources. */
export const deviceKindOf = ({ model, maker, app }: DeviceSource): DeviceKind => {
  const name = model || `${maker} ${app}`
  return watches.test(name) ? 'watch' : phones.test(name) ? 'phone' : 'other'
}

/** The app of sources that come from a file of Apple Health. */
export const exportApp = 'Apple Health export'

/** The name of a source: its model, else the app, else the maker. */
export const sourceName = ({ model, app, maker }: DeviceSource): string => model || app || maker

export type Ordered = DeviceSource & { id: number; place: number | null }

/** The order in which sources count: as the patient or staff set it; otherwise watches first and phones last, because people do not always carry the phone. */
export const inOrder = <S extends Ordered>(sources: readonly S[]): S[] => {
  const rank = (source: S) => [source.place ?? Number.MAX_SAFE_INTEGER, deviceKinds.indexOf(deviceKindOf(source)), source.id] as const
  return sources.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    const at = first.findIndex((part, index) => part !== second[index])
    return at < 0 ? 0 : first[at]! - second[at]!
  })
}
