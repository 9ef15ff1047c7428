import { exportApp, sourceName } from '@sukoyaka/rules/record/device/source'
import type { DeviceSync } from '@sukoyaka/wire/record/device-day'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { listSeparator } from '../../ui/text/list-separator.ts'

type Source = DeviceSync['sources'][number]

/** Names of the sources by id. One watch is several sources if several apps sent its records; sources of the same name also show the app, maker or channel. */
export const useSourceNames = (sources: readonly Source[]): ReadonlyMap<number, string> => {
  const { t } = useTranslation('device')
  const separator = listSeparator(useLanguage())
  const detailsOf = {
    app: ({ app }: Source) => (app === exportApp ? t('source.export') : app),
    maker: ({ maker }: Source) => maker,
    channel: ({ channel }: Source) => t(`channel.${channel}`),
  }
  const nameOf = (source: Source) => {
    const name = sourceName(source)
    const namesakes = sources.filter((other) => sourceName(other) === name)
    const differing = Object.values(detailsOf).filter((detailOf) => new Set(namesakes.map(detailOf)).size > 1)
    const detail = differing
      .map((detailOf) => detailOf(source))
      .filter((text) => text && text !== name)
      .join(separator)
    return detail ? t('source.with', { name, detail }) : name
  }
  return new Map(sources.map((source) => [source.id, nameOf(source)]))
}
