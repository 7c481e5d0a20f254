const RULES = {
  email: /^[^@\s]+@[^@\s]+$/,
  zip: /^\d{5}$/,
};

export function validate(form) {
  const errors = [];

  if (!form.name) {
    errors.push("name is missing");
  }
  if (!RULES.email.test(form.email)) {
    errors.push(`"${form.email}" is no address`);
  }
  if (form.zip && !RULES.zip.test(form.zip)) {
    errors.push("zip must have 5 digits");
  }
  if (form.age < 18) {
    errors.push("too young");
  }
  if (!form.terms) {
    errors.push("terms not accepted");
  }

  return { ok: errors.length === 0, errors };
}
