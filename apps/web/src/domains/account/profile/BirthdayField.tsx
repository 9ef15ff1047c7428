import { ageOn } from '@sukoyaka/rules/person'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import classes from './Fields.module.css'
import { birthdayOf } from './typed-values.ts'

type Props = { form: Pick<Form<{ birthday: string }>, 'values' | 'field'>; required: boolean }

/** Birthday, typed in any format that `parseTypedDay` reads. The parsed date is shown below the field. */
export function BirthdayField({ form, required }: Props) {
  const { t } = useTranslation('profile')
  const language = useLanguage()
  const day = birthdayOf(form.values.birthday)
  return (
    <>
      <TextInput label={t('birthday')} required={required} autoComplete="bday" hint={t('birthdayHint')} {...form.field('birthday')} />
      <p className={classes.read} role="status">
        {day && t('birthdayRead', { day: formatDay(day, language, 'weekday'), age: ageOn(day, tokyoDay(new Date())) })}
      </p>
    </>
  )
}
