import { addProductImage, maxProductImages, removeProductImage } from '@sukoyaka/wire/boards/admin/product'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { api, mutationEndpoint } from '../../../api/api.ts'
import { useUpload } from '../../../api/upload.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { save } from '../../../ui/form/save.ts'
import { useLabels } from '../records/labels.ts'
import type { Row } from '../records/table.ts'
import classes from './ProductImages.module.css'

const { useRemoveProductImageMutation } = api.injectEndpoints({
  endpoints: (build) => ({ removeProductImage: mutationEndpoint(build, removeProductImage) }),
})

/** The images of a product in their order; adding and removing is saved at once. */
export function ProductImages({ record: { id, images } }: { record: Row }) {
  const { t } = useLabels()
  const input = useRef<HTMLInputElement>(null)
  const { send, progress } = useUpload(addProductImage)
  const [remove] = useRemoveProductImageMutation()
  const [failure, setFailure] = useState<string>()
  const urls = images as string[]
  const isBusy = progress !== undefined
  const add = async (files: File[]) => {
    setFailure(undefined)
    for (const file of files) {
      const { error } = await send({ id }, { image: [file] })
      if (error) return setFailure(error.fields ? Object.values(error.fields).flat().join(' ') : error.error)
    }
  }
  return (
    <section className={classes.images} aria-label={t('images.title')}>
      <h3>{t('images.title')}</h3>
      <ul>
        {urls.map((url, at) => (
          <li key={url}>
            <img src={url} alt={t('images.one', { at: at + 1 })} />
            <IconButton
              size="small"
              label={t('images.remove', { at: at + 1 })}
              icon={<IconTrash aria-hidden />}
              onClick={() => void save(() => remove({ id, image: url }), { done: t('images.removed'), failed: t('images.failed') })}
            />
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('images.add')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          void add(files)
        }}
      />
      {urls.length < maxProductImages ? (
        <Button loading={isBusy} onClick={() => input.current?.click()}>
          {t('images.add')}
        </Button>
      ) : null}
      <small>{t('images.hint')}</small>
      {failure ? (
        <div role="alert">
          <FieldMessage id="product-images">{failure}</FieldMessage>
        </div>
      ) : null}
    </section>
  )
}
