import { expectTypeOf, it } from 'vitest';
import type { AnswerOf, Asked, BodyOf, RowOf } from '../../../renderer/client/api-types.ts';
import type { KybVerificationAnswer } from '../../../server/contract/kyb-verification.ts';
import type { OperatorAnswer } from '../../../server/contract/operators.ts';
import type { VerificationAnswer } from '../../../server/contract/verification.ts';

it("what the console asks, sends and is answered has the types of the route's row", () => {
  expectTypeOf<AnswerOf<'GET', `/v1/verifications/${string}`>>().toEqualTypeOf<VerificationAnswer>();
  expectTypeOf<AnswerOf<'GET', `/v1/kyb/verifications/${string}`>>().toEqualTypeOf<KybVerificationAnswer>();
  expectTypeOf<RowOf<'/v1/operators?limit=5'>>().toEqualTypeOf<OperatorAnswer>();
  expectTypeOf<BodyOf<'POST', `/v1/alerts/${string}/decision`>>().toHaveProperty('reason');
  expectTypeOf<AnswerOf<'DELETE', `/v1/webhook-endpoints/${string}`>>().toEqualTypeOf<undefined>();
  expectTypeOf<'/v1/operators'>().toExtend<Asked<'GET'>>();
  expectTypeOf<'/v1/nothing'>().not.toExtend<Asked<'GET'>>();
  // That row does not have such a method.
  expectTypeOf<'/v1/operators'>().not.toExtend<Asked<'DELETE'>>();
});
