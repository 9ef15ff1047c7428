import type { Facility } from '@sukoyaka/wire/people/facility'
import { testPackageKinds } from '@sukoyaka/wire/record/checkup'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../../../ui/choice/Checkbox.tsx'
import { RadioCards } from '../../../../ui/choice/RadioCards.tsx'
import { precautionsOf } from '../../../facility/precautions.ts'
import { useListTestCategoriesQuery } from '../../api.ts'
import classes from '../Booking.module.css'
import { type Kind, type menuOf, menuText } from '../menu.ts'
import type { Draft } from './draft.ts'
import { KindBadge } from './QuotaLine.tsx'

export function KindField({ user_id, value, onChange }: { user_id: number; value: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation('booking')
  return (
    <section className={classes.section}>
      <h3>{t('kind.title')}</h3>
      <RadioCards
        label={t('kind.title')}
        columns={2}
        value={value}
        onChange={onChange}
        cards={testPackageKinds.map((kind) => ({
          value: kind,
          title: t(`kind.${kind}`),
          text: t(`kind.${kind}Text`),
          badge: <KindBadge user_id={user_id} kind={kind} />,
        }))}
      />
    </section>
  )
}

type Props = { draft: Draft; menu: ReturnType<typeof menuOf>; lang?: string; onChange: (change: Partial<Draft>) => void; error?: string }

/** Courses of the chosen kind with their contents, and options of the chosen course. */
export function CourseFields({ draft, menu, lang, onChange, error }: Props) {
  const { t } = useTranslation('booking')
  const { currentData } = useListTestCategoriesQuery({})
  const nameOf = (name: string) => currentData?.items.find((category) => category.name === name)?.display_name
  const { courses, course, options, added } = menu
  if (!courses.length) return <p className={classes.none}>{t('course.none', { kind: t(`kind.${draft.kind}`) })}</p>
  return (
    <>
      <RadioCards
        label={t('course.title')}
        value={draft.course_id === null ? null : String(draft.course_id)}
        onChange={(id) => onChange({ course_id: Number(id) })}
        error={error}
        cards={courses.map((item) => {
          const { precautions, reservation_precaution } = precautionsOf(item.precautions)
          return {
            value: String(item.id),
            title: item.display_name,
            text: t('course.facts', { count: item.test_category_names.length, price: item.price.toLocaleString('en') }),
            more: {
              label: t('course.more', { name: item.display_name }),
              content: (
                <Contents
                  tests={item.test_category_names.flatMap((name) => nameOf(name) ?? [])}
                  lines={[...precautions, reservation_precaution ?? '']}
                  lang={lang}
                />
              ),
            },
          }
        })}
      />
      {options.length ? (
        <section className={classes.section}>
          <h3>{t('option.title')}</h3>
          <div className={classes.options}>
            {options.map(({ id, display_name, price }) => (
              <Checkbox
                key={id}
                checked={draft.option_ids.includes(id)}
                onChange={() =>
                  onChange({
                    option_ids: draft.option_ids.includes(id) ? draft.option_ids.filter((selected_id) => selected_id !== id) : [...draft.option_ids, id],
                  })
                }
                label={
                  <>
                    {display_name} <small className={classes.price}>¥{price.toLocaleString('en')}</small>
                  </>
                }
              />
            ))}
          </div>
        </section>
      ) : null}
      {course ? (
        <p className={classes.shown}>
          <span>{t('course.shown')}</span>
          {menuText(course, added)}
        </p>
      ) : null}
    </>
  )
}

function Contents({ tests, lines, lang }: { tests: string[]; lines: string[]; lang?: string }) {
  const { t } = useTranslation('booking')
  const filledLines = lines.filter(Boolean)
  return (
    <dl className={classes.contents}>
      {tests.length ? (
        <>
          <dt>{t('course.tests')}</dt>
          <dd>{tests.join(t('course.mark'))}</dd>
        </>
      ) : null}
      {filledLines.length ? (
        <>
          <dt>{t('precautions.title')}</dt>
          <dd lang={lang}>
            {filledLines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </dd>
        </>
      ) : null}
    </dl>
  )
}

export const langOf = (facility: Facility | undefined, language: string) =>
  facility && facility.text_language !== language ? facility.text_language : undefined
