import { formatAddress } from '@sukoyaka/rules/person'
import type { Facility } from '@sukoyaka/wire/people/facility'
import { IconExternalLink, IconMapPin, IconPhone } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { safeUrl } from '../../ui/page/safe-url.ts'
import classes from './Facility.module.css'
import { telOf, useHoursWords, useTextLang } from './words.ts'

/** Address, access, phone number, opening hours and optionally the website. */
export function FacilityFacts({ facility, showsSite = false }: { facility: Facility; showsSite?: boolean }) {
  const { t } = useTranslation('facility')
  const language = useLanguage()
  const hours = useHoursWords()(facility.hours)
  const lang = useTextLang()(facility)
  const { display_name: name, phone_number: number } = facility
  const map = safeUrl(facility.map_url)
  const home = showsSite ? safeUrl(facility.access_url) : undefined
  return (
    <dl className={classes.facts}>
      <dt>{t('item.address')}</dt>
      <dd className={classes.where}>
        <span lang="ja">
          {formatAddress(facility.address, language)
            .split(' ')
            .map((part) => (
              <Fragment key={part}>
                <span className={classes.part}>{part}</span>{' '}
              </Fragment>
            ))}
        </span>
        {map ? (
          <a className={classes.link} href={map} target="_blank" rel="noopener noreferrer" aria-label={t('item.mapNamed', { name })}>
            <IconMapPin aria-hidden />
            {t('item.mapOpen')}
          </a>
        ) : null}
      </dd>
      {facility.access_text ? (
        <>
          <dt>{t('item.access')}</dt>
          <dd lang={lang}>{facility.access_text}</dd>
        </>
      ) : null}
      {number ? (
        <>
          <dt>{t('item.phone')}</dt>
          <dd>
            <a className={classes.link} href={telOf(number)} aria-label={t('item.call', { name, number })}>
              <IconPhone aria-hidden />
              {number}
            </a>
          </dd>
        </>
      ) : null}
      <dt>{t('item.hours')}</dt>
      <dd>
        {hours.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {hours.closed ? <p className={classes.closed}>{hours.closed}</p> : null}
      </dd>
      {home ? (
        <>
          <dt>{t('item.site')}</dt>
          <dd>
            <a
              className={classes.link}
              href={home}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('item.siteNamed', { name, host: new URL(home).hostname })}
            >
              <IconExternalLink aria-hidden />
              {new URL(home).hostname}
            </a>
          </dd>
        </>
      ) : null}
    </dl>
  )
}
