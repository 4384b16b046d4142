import js from "@eslint/js";
import globals from "globals";

export default [
  {
    files: ["deckcheck/web/static/*.js"],
    ...js.configs.recommended,
    languageOptions: {
      sourceType: "script",
      ecmaVersion: 2024,
      globals: { ...globals.browser, gettext: "readonly", filled: "readonly", kept: "readonly", own: "readonly", checks: "readonly" },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      ...js.configs.recommended.rules,
      "array-callback-return": "error",
      "eqeqeq": "error",
      "no-constant-binary-expression": "error",
      "no-empty": ["error", { allowEmptyCatch: false }],
      "no-implicit-globals": "error",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "strict": ["error", "function"],
    },
  },
  {
    files: ["deckcheck/web/static/sw.js"],
    languageOptions: {
      globals: { ...globals.serviceworker, FILES_LIST: "readonly" },
    },
    rules: { "no-implicit-globals": "off", "strict": "off" },
  },
  { ignores: ["**/vendor/", "**/.venv/", "build/", "dist/", "tests/", "htmlcov/", "*.config.js"] },
];
