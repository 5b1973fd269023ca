// Input schemas of the account forms.
import { z } from 'zod';
import { ROLES } from '../account';
import { refusePassword } from '../passwords/password-rules';
import { PERSON_NAME_LIMIT, toNameLine } from './person-name';
import { TEXT_SIZES, THEMES, TYPEFACES } from './reading-preferences';

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

export const Email = z.preprocess(
  trimmed,
  z
    .string()
    .min(1, 'Email is required.')
    .pipe(z.email('Please enter a valid email address.').max(254, 'Please enter a valid email address.')),
);
const FullName = z.preprocess(
  (value) => toNameLine(trimmed(value)),
  z
    .string()
    .min(1, 'Full name is required.')
    .max(PERSON_NAME_LIMIT, `Full name is limited to ${PERSON_NAME_LIMIT} characters.`),
);
const AnyPassword = z.preprocess(
  (value) => (typeof value === 'string' ? value : ''),
  z.string().min(1, 'Password is required.').max(1_000, 'Invalid login credentials'),
);
const NewPasswordText = z.preprocess(
  (value) => (typeof value === 'string' ? value : ''),
  z.string().superRefine((password, context) => {
    const message = refusePassword(password);
    if (message) context.addIssue({ code: 'custom', message });
  }),
);

export const SignInInput = z.object({ email: Email, password: AnyPassword });
export type SignInInput = z.infer<typeof SignInInput>;
export const SignUp = z.object({ fullName: FullName, email: Email, password: NewPasswordText });
export const ResetRequest = z.object({ email: Email });
export const NewPassword = z.object({ password: NewPasswordText });
export const Invitation = z.object({
  email: Email,
  fullName: FullName,
  role: z.enum(ROLES, 'Choose a role'),
});
export const PasswordChange = z.object({ currentPassword: AnyPassword, password: NewPasswordText });
export const ProfileName = z.object({ fullName: FullName });
export const ReadingChoice = z.object({
  /** `device` is stored as null: each device decides. */
  theme: z
    .enum([...THEMES, 'device'], 'Choose a theme.')
    .transform((theme) => (theme === 'device' ? null : theme))
    .optional(),
  textSize: z.enum(TEXT_SIZES, 'Choose a text size.').optional(),
  typeface: z.enum(TYPEFACES, 'Choose a typeface.').optional(),
});
export type ReadingChoice = z.infer<typeof ReadingChoice>;
