import type { Facility, FacilityCourse, FacilityOption } from '@sukoyaka/wire/people/facility'
import { testPackageKinds } from '@sukoyaka/wire/record/checkup'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { useIsOneColumn } from '../../ui/layout/phone.ts'
import { Badge } from '../../ui/status/Badge.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import { yen } from '../../ui/text/yen.ts'
import classes from './Facility.module.css'
import { FacilityFacts } from './FacilityFacts.tsx'
import { precautionsOf } from './precautions.ts'
import { useTextLang } from './words.ts'

type Props = {
  facility: Facility
  /** Visible name of a test category, from another domain; undefined while loading or if unknown. */
  testName: (name: string) => string | undefined
}

export function FacilityDetail({ facility, testName }: Props) {
  const { t } = useTranslation('facility')
  const { courses = [], options = [], additional_information: info } = facility
  const lang = useTextLang()(facility)
  const sorted = testPackageKinds.flatMap((kind) => courses.filter((course) => course.kind === kind))
  const isOneColumn = useIsOneColumn()
  const about = (
    <div className={classes.side}>
      <Card title={t('page.about')}>
        <FacilityFacts facility={facility} showsSite />
      </Card>
      {info ? (
        <Card title={t('page.info')}>
          <p className={classes.info} lang={lang}>
            {info}
          </p>
        </Card>
      ) : null}
    </div>
  )
  return (
    <div className={classes.detail}>
      {isOneColumn ? about : null}
      <div className={classes.main}>
        <Card title={t('page.courses')} count={courses.length || undefined}>
          {sorted.length ? (
            <ul>
              {sorted.map((course) => (
                <MenuItem key={course.id} item={course} lang={lang} testName={testName} kind={course.kind} />
              ))}
            </ul>
          ) : (
            <p className={classes.none}>{t('page.noCourses')}</p>
          )}
        </Card>
        <Card title={t('page.options')} count={options.length || undefined}>
          {options.length ? (
            <ul>
              {options.map((option) => (
                <MenuItem key={option.id} item={option} lang={lang} testName={testName} />
              ))}
            </ul>
          ) : (
            <p className={classes.none}>{t('page.noOptions')}</p>
          )}
        </Card>
      </div>
      {isOneColumn ? null : about}
    </div>
  )
}

type MenuItemProps = { item: FacilityCourse | FacilityOption; kind?: FacilityCourse['kind']; lang?: string; testName: Props['testName'] }

function MenuItem({ item, kind, lang, testName }: MenuItemProps) {
  const { t } = useTranslation('facility')
  const language = useLanguage()
  const { precautions, reservation_precaution } = precautionsOf(item.precautions)
  const tests = item.test_category_names.flatMap((name) => testName(name) ?? [])
  return (
    <li className={classes.offer}>
      <div className={classes.offerHead}>
        <h3 lang={recordLang(item.display_name, language)}>{item.display_name}</h3>
        {kind ? <Badge>{t(`kind.${kind}`)}</Badge> : null}
        <p className={classes.price}>
          {yen(item.price)} <small>{t('page.taxed')}</small>
        </p>
      </div>
      {tests.length ? (
        <details className={classes.tests}>
          <summary>{t('page.tests', { count: tests.length })}</summary>
          <ul>
            {tests.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      ) : null}
      {precautions.length ? (
        <div className={classes.notes}>
          <h4>{t('page.precautions')}</h4>
          <ul lang={lang}>
            {precautions.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {reservation_precaution ? (
        <div className={classes.notes}>
          <h4>{t('page.reservation')}</h4>
          <p lang={lang}>{reservation_precaution}</p>
        </div>
      ) : null}
    </li>
  )
}
