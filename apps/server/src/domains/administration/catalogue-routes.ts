import * as cannedReply from '@sukoyaka/wire/boards/admin/canned-reply'
import * as app from '@sukoyaka/wire/boards/admin/connected-app'
import * as coupon from '@sukoyaka/wire/boards/admin/coupon'
import * as delivery from '@sukoyaka/wire/boards/admin/delivery-rule'
import * as disease from '@sukoyaka/wire/boards/admin/disease'
import * as emoticon from '@sukoyaka/wire/boards/admin/emoticon'
import * as goalTemplate from '@sukoyaka/wire/boards/admin/goal-template'
import * as imageCategory from '@sukoyaka/wire/boards/admin/image-category'
import * as product from '@sukoyaka/wire/boards/admin/product'
import * as category from '@sukoyaka/wire/boards/admin/product-category'
import * as recordTemplate from '@sukoyaka/wire/boards/admin/record-template'
import * as range from '@sukoyaka/wire/boards/admin/reference-range'
import * as resultCategory from '@sukoyaka/wire/boards/admin/result-category'
import * as testCategory from '@sukoyaka/wire/boards/admin/test-category'
import { iconKeyIn, iconUrlOf } from '../../files/icon-url.ts'
import { removeFiles } from '../../files/store-uploads.ts'
import { serve } from '../../http/serve.ts'
import { allConnectedApps, connectedAppOf, insertConnectedApp, updateConnectedApp } from './apps/connected-app-store.ts'
import { sharedReplies, sharedReplyOf } from './canned-reply/list-store.ts'
import { allImageCategories, imageCategoryOf, insertImageCategory, updateImageCategory } from './checkup/image-category-store.ts'
import { allTestCategories, insertTestCategory, testCategoryOf, updateTestCategory } from './checkup/test-category-store.ts'
import { newCode } from './code.ts'
import { csvOf } from './csv.ts'
import { allDiseases, diseaseEntryOf, insertDiseaseEntry, updateDiseaseEntry } from './disease-store.ts'
import { allEmoticons, emoticonOf, insertEmoticon, updateEmoticon } from './emoticon-store.ts'
import { allGoalTemplates, goalTemplateOf, insertGoalTemplate, updateGoalTemplate } from './goal-template-store.ts'
import { allRanges, insertRange, rangeOf, updateRange } from './range-store.ts'
import { allRecordTemplates, insertRecordTemplate, recordTemplateOf, updateRecordTemplate } from './record-template-store.ts'
import { allResultCategories, insertResultCategory, resultCategoryOf, updateResultCategory } from './result-category-store.ts'
import { allProductCategories, insertProductCategory, productCategoryOf, updateProductCategory } from './shop/category-store.ts'
import { allCoupons, couponOf, insertCoupon, updateCoupon } from './shop/coupon-store.ts'
import { allDeliveryRules, deleteDeliveryRule, deliveryRuleEntry, insertDeliveryRule, updateDeliveryRule } from './shop/delivery-store.ts'
import { addImage, dropImage, orderImages } from './shop/image-store.ts'
import { allProducts, insertProduct, productEntryOf, updateProduct } from './shop/product-store.ts'

export const catalogueRoutes = [
  serve(cannedReply.listSharedReplies, ({ db, input }) => sharedReplies(db, input)),
  serve(cannedReply.exportSharedReplies, ({ db, input, language, reply }) =>
    csvOf({ name: 'canned_replies', columns: cannedReply.sharedReplyColumns, language, reply }, (page) => sharedReplies(db, { ...input, page })),
  ),
  serve(cannedReply.getSharedReply, ({ db, input }) => sharedReplyOf(db, input.id)),
  serve(app.listConnectedApps, ({ db, input }) => allConnectedApps(db, input)),
  serve(app.exportConnectedApps, ({ db, input, language, reply }) =>
    csvOf({ name: 'connected_apps', columns: app.connectedAppColumns, language, reply }, (page) => allConnectedApps(db, { ...input, page })),
  ),
  serve(app.getConnectedApp, ({ db, input }) => connectedAppOf(db, input.id)),
  serve(app.addConnectedApp, ({ db, context, input }) => insertConnectedApp(db, input, context.random(16).toString('base64url'))),
  serve(app.changeConnectedApp, ({ db, input }) => updateConnectedApp(db, input)),

  serve(disease.listAllDiseases, ({ db, input }) => allDiseases(db, input)),
  serve(disease.exportDiseases, ({ db, input, language, reply }) =>
    csvOf({ name: 'diseases', columns: disease.diseaseColumns, language, reply }, (page) => allDiseases(db, { ...input, page })),
  ),
  serve(disease.getDiseaseEntry, ({ db, input }) => diseaseEntryOf(db, input.id)),
  serve(disease.addDiseaseEntry, ({ db, context, input }) => insertDiseaseEntry(db, input, newCode(context))),
  serve(disease.changeDiseaseEntry, ({ db, input }) => updateDiseaseEntry(db, input)),

  serve(emoticon.listAllEmoticons, ({ db, input }) => allEmoticons(db, input)),
  serve(emoticon.exportEmoticons, ({ db, input, language, reply }) =>
    csvOf({ name: 'emoticons', columns: emoticon.emoticonColumns, language, reply }, (page) => allEmoticons(db, { ...input, page })),
  ),
  serve(emoticon.getEmoticon, ({ db, input }) => emoticonOf(db, input.id)),
  serve(emoticon.addEmoticon, ({ db, context, input }) => insertEmoticon(db, input, newCode(context))),
  serve(emoticon.changeEmoticon, ({ db, input }) => updateEmoticon(db, input)),

  serve(goalTemplate.listAllGoalTemplates, ({ db, input }) => allGoalTemplates(db, input)),
  serve(goalTemplate.exportGoalTemplates, ({ db, input, language, reply }) =>
    csvOf({ name: 'goal_templates', columns: goalTemplate.goalTemplateColumns, language, reply }, (page) => allGoalTemplates(db, { ...input, page })),
  ),
  serve(goalTemplate.getGoalTemplate, ({ db, input }) => goalTemplateOf(db, input.id)),
  serve(goalTemplate.addGoalTemplate, ({ db, context, input }) => insertGoalTemplate(db, input, newCode(context))),
  serve(goalTemplate.changeGoalTemplate, ({ db, input }) => updateGoalTemplate(db, input)),

  serve(recordTemplate.listAllRecordTemplates, ({ db, input }) => allRecordTemplates(db, input)),
  serve(recordTemplate.exportRecordTemplates, ({ db, input, language, reply }) =>
    csvOf({ name: 'record_templates', columns: recordTemplate.recordTemplateColumns, language, reply }, (page) => allRecordTemplates(db, { ...input, page })),
  ),
  serve(recordTemplate.getRecordTemplate, ({ db, input }) => recordTemplateOf(db, input.id)),
  serve(recordTemplate.addRecordTemplate, ({ db, context, input }) => insertRecordTemplate(db, input, newCode(context))),
  serve(recordTemplate.changeRecordTemplate, ({ scope, input }) => updateRecordTemplate(scope, input)),

  serve(resultCategory.listAllResultCategories, ({ db, input }) => allResultCategories(db, input)),
  serve(resultCategory.exportResultCategories, ({ db, input, language, reply }) =>
    csvOf({ name: 'result_categories', columns: resultCategory.resultCategoryColumns, language, reply }, (page) => allResultCategories(db, { ...input, page })),
  ),
  serve(resultCategory.getResultCategory, ({ db, input }) => resultCategoryOf(db, input.id)),
  serve(resultCategory.addResultCategory, ({ db, context, input }) => insertResultCategory(db, input, newCode(context))),
  serve(resultCategory.changeResultCategory, ({ scope, input }) => updateResultCategory(scope, input)),

  serve(imageCategory.listAllImageCategories, ({ db, input }) => allImageCategories(db, input)),
  serve(imageCategory.exportImageCategories, ({ db, input, language, reply }) =>
    csvOf({ name: 'image_categories', columns: imageCategory.imageCategoryColumns, language, reply }, (page) => allImageCategories(db, { ...input, page })),
  ),
  serve(imageCategory.getImageCategory, ({ db, input }) => imageCategoryOf(db, input.id)),
  serve(imageCategory.addImageCategory, ({ db, context, input }) => insertImageCategory(db, input, newCode(context))),
  serve(imageCategory.changeImageCategory, ({ db, input }) => updateImageCategory(db, input)),

  serve(testCategory.listAllTestCategories, ({ db, input }) => allTestCategories(db, input)),
  serve(testCategory.exportTestCategories, ({ db, input, language, reply }) =>
    csvOf({ name: 'test_categories', columns: testCategory.testCategoryColumns, language, reply }, (page) => allTestCategories(db, { ...input, page })),
  ),
  serve(testCategory.getTestCategory, ({ db, input }) => testCategoryOf(db, input.id)),
  serve(testCategory.addTestCategory, ({ db, context, input }) => insertTestCategory(db, input, newCode(context))),
  serve(testCategory.changeTestCategory, ({ db, input }) => updateTestCategory(db, input)),

  serve(range.listAllReferenceRanges, ({ db, input }) => allRanges(db, input)),
  serve(range.exportReferenceRanges, ({ db, input, language, reply }) =>
    csvOf({ name: 'reference_ranges', columns: range.rangeColumns, language, reply }, (page) => allRanges(db, { ...input, page })),
  ),
  serve(range.getReferenceRange, ({ db, input }) => rangeOf(db, input.id)),
  serve(range.addReferenceRange, ({ db, input }) => insertRange(db, input)),
  serve(range.changeReferenceRange, ({ scope, input }) => updateRange(scope, input)),

  serve(product.listAllProducts, ({ db, input }) => allProducts(db, input)),
  serve(product.exportProducts, ({ db, input, language, reply }) =>
    csvOf({ name: 'products', columns: product.productColumns, language, reply }, (page) => allProducts(db, { ...input, page })),
  ),
  serve(product.getProductEntry, ({ db, input }) => productEntryOf(db, input.id)),
  serve(product.addProduct, ({ db, context, input }) => insertProduct(db, input, newCode(context))),
  serve(product.addProductImage, ({ db, input, uploads }) => addImage(db, input.id, iconUrlOf(uploads[0]!.key))),
  serve(product.orderProductImages, ({ db, input }) => orderImages(db, input.id, input.images)),
  serve(product.removeProductImage, async ({ db, context, input, after }) => {
    const changed = await dropImage(db, input.id, input.image)
    const key = iconKeyIn(input.image)
    if (key) after(() => removeFiles(context, [key]))
    return changed
  }),
  serve(product.changeProduct, ({ db, input }) => updateProduct(db, input)),

  serve(category.listAllProductCategories, ({ db, input }) => allProductCategories(db, input)),
  serve(category.exportProductCategories, ({ db, input, language, reply }) =>
    csvOf({ name: 'product_categories', columns: category.productCategoryColumns, language, reply }, (page) => allProductCategories(db, { ...input, page })),
  ),
  serve(category.getProductCategory, ({ db, input }) => productCategoryOf(db, input.id)),
  serve(category.addProductCategory, ({ db, context, input }) => insertProductCategory(db, input, newCode(context))),
  serve(category.changeProductCategory, ({ db, input }) => updateProductCategory(db, input)),

  serve(coupon.listAllCoupons, ({ db, input }) => allCoupons(db, input)),
  serve(coupon.exportCoupons, ({ db, input, language, reply }) =>
    csvOf({ name: 'coupons', columns: coupon.couponColumns, language, reply }, (page) => allCoupons(db, { ...input, page })),
  ),
  serve(coupon.getCoupon, ({ db, input }) => couponOf(db, input.id)),
  serve(coupon.addCoupon, ({ db, input }) => insertCoupon(db, input)),
  serve(coupon.changeCoupon, ({ db, input }) => updateCoupon(db, input)),

  serve(delivery.listDeliveryRules, ({ db, input }) => allDeliveryRules(db, input)),
  serve(delivery.exportDeliveryRules, ({ db, input, language, reply }) =>
    csvOf({ name: 'delivery_rules', columns: delivery.deliveryRuleColumns, language, reply }, (page) => allDeliveryRules(db, { ...input, page })),
  ),
  serve(delivery.getDeliveryRuleEntry, ({ db, input }) => deliveryRuleEntry(db, input.id)),
  serve(delivery.addDeliveryRule, ({ db, context, input }) => insertDeliveryRule(db, input, context.clock())),
  serve(delivery.changeDeliveryRule, ({ db, context, input }) => updateDeliveryRule(db, input, context.clock())),
  serve(delivery.removeDeliveryRule, ({ db, input }) => deleteDeliveryRule(db, input.id)),
]
